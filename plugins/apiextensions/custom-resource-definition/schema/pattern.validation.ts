import { RE2JS } from 're2js';
import { type FieldError, type FieldPath, invalid } from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';

/** Checks that a pattern can be compiled; it is not run. */
export function patternErrors({ pattern = '' }: JSONSchemaProps, path: FieldPath): FieldError[] {
  const fault = pattern === '' ? undefined : syntaxFault(pattern);
  if (fault === undefined) return [];
  return [invalid(path.child('pattern'), pattern, `must be a valid regular expression, but isn't: ${fault}`)];
}

function syntaxFault(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
