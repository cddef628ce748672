import { RE2JS } from 're2js';
import { type FieldError, type FieldPath, invalid } from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';

/** Longest pattern in characters: the compiler takes 20 ms for as many, and 400 ms for 100,000, in one turn. */
const MAX_PATTERN = 16_384;

/** Checks that a pattern can be compiled; it is not run. */
export function patternErrors({ pattern = '' }: JSONSchemaProps, path: FieldPath): FieldError[] {
  const fault = pattern === '' ? undefined : syntaxFault(pattern);
  if (fault === undefined) return [];
  return [invalid(path.child('pattern'), pattern, `must be a valid regular expression, but isn't: ${fault}`)];
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
