import { type FieldError, type FieldPath, invalid } from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';

/** Checks that a pattern can be compiled; it is not run. */
export function patternErrors({ pattern = '' }: JSONSchemaProps, path: FieldPath): FieldError[] {
  try {
    // Some groups are written differently in Go: names, and flags at the beginning.
    new RegExp(pattern.replace(/\(\?P</g, '(?<').replace(/^\(\?[imsU]+\)/, ''), 'u');
    return [];
  } catch {
    const text = `must be a valid regular expression, but isn't: error parsing regexp: \`${pattern}\``;
    return isLegacySyntax(pattern) ? [] : [invalid(path.child('pattern'), pattern, text)];
  }
}

/** Escapes that Go knows and that are refused with Unicode patterns, such as `\-`. */
function isLegacySyntax(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
