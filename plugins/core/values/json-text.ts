import { JsonSyntaxError, parseJson } from '../../../src/plugin-api/built-in.js';

/** The value of a text that should be JSON of one shape, or the fault, in the words clients know. */
export type JsonText = { readonly value: unknown } | { readonly fault: string };

/** Parses JSON embedded in a text: `shape` is expected, and named `type` in the fault for another shape. */
export function readJsonText(text: string, shape: 'object' | 'array', type: string): JsonText {
  try {
    const { value } = parseJson(text);
    const found = shapeOf(value);
    if (found === shape || value === null) return { value };
    return { fault: `json: cannot unmarshal ${found} into Go value of type ${type}` };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { fault: error.message };
    throw error;
  }
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'number';
    default:
      return typeof value;
  }
}
