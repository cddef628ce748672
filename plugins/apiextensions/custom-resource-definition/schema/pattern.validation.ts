import { RE2JS } from 're2js';
import { type FieldError, type FieldPath, invalid } from '../../../../src/plugin-api/index.js';
import { takeTurn } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { innerSchemas } from './sub-schemas.js';

/** Longest pattern in characters: the compiler takes 20 ms for as many, and 400 ms for 100,000, in one turn. */
const MAX_PATTERN = 16_384;
/** The faults of patterns are kept up to as many characters of them: more than one definition has. */
const MOST_KEPT = 4 * 1024 * 1024;

/** Faults by pattern; undefined for a pattern without one. */
const known = new Map<string, string | undefined>();
let kept = 0;

/** Checks that a pattern can be compiled; it is not run. */
export function patternErrors({ pattern = '' }: JSONSchemaProps, path: FieldPath): FieldError[] {
  const fault = pattern === '' ? undefined : faultOf(pattern);
  if (fault === undefined) return [];
  return [invalid(path.child('pattern'), pattern, `must be a valid regular expression, but isn't: ${fault}`)];
}

/** Checks the patterns of a schema and of all schemas in it, which may be many, in turns with other work. */
export async function preparePatterns(schema: JSONSchemaProps): Promise<void> {
  if (schema.pattern) {
    faultOf(schema.pattern);
    await takeTurn();
  }
  for (const inner of innerSchemas(schema)) await preparePatterns(inner);
}

function faultOf(pattern: string): string | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const fault = syntaxFault(pattern);
  keep(pattern, fault);
  return fault;
}

function keep(pattern: string, fault: string | undefined): void {
  if (kept + pattern.length > MOST_KEPT) {
    known.clear();
    kept = 0;
  }
  known.set(pattern, fault);
  kept += pattern.length;
}

function syntaxFault(pattern: string): string | undefined {
  // In the words in which Go's compiler refuses what takes too much memory.
  if (pattern.length > MAX_PATTERN) return 'error parsing regexp: expression too large';
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
