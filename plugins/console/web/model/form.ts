import { type Schema, type SchemaBook } from './schema.js';

/** The control of a form for a value. */
export type Control = 'text' | 'number' | 'boolean' | 'choice' | 'object' | 'list' | 'map' | 'other';

/** A step to a member, or to an element of a list. */
export type Step = string | number;

/** Returns the control for the values of a schema; `other` for those that a form cannot show. */
export function controlOf(schema: Schema, book: SchemaBook): Control {
  const { type, properties, items, additionalProperties } = schema;
  if (schema['x-kubernetes-int-or-string']) return 'text';
  if (schema.enum && schema.enum.every((each) => typeof each === 'string')) return 'choice';
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'array' && items) return 'list';
  if (properties && Object.keys(properties).length > 0) return 'object';
  const isMap = typeof additionalProperties === 'object' && book.resolve(additionalProperties).type === 'string';
  return isMap ? 'map' : 'other';
}

/** Returns the value with a part replaced; a part that becomes undefined is taken away, and objects that end up empty stay. */
export function withPart(value: unknown, [step, ...rest]: readonly Step[], part: unknown): unknown {
  if (step === undefined) return part;
  if (typeof step === 'number') {
    const list: unknown[] = Array.isArray(value) ? value : [];
    const next = withPart(list[step], rest, part);
    return next === undefined ? list.filter((_, index) => index !== step) : Object.assign([...list], { [step]: next });
  }
  const members = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const next = withPart(members[step], rest, part);
  if (next !== undefined) return { ...members, [step]: next };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step));
}

/** Returns the value that an element of a list begins with. */
export function emptyOf(schema: Schema, book: SchemaBook): unknown {
  if (schema.default !== undefined) return schema.default;
  const control = controlOf(schema, book);
  if (control === 'object' || control === 'map' || control === 'other') return {};
  if (control === 'list') return [];
  if (control === 'number') return 0;
  return control === 'boolean' ? false : '';
}

/** Returns the value of a text; undefined for an empty one. A schema may take numbers and texts. */
export function valueOfText(text: string, schema: Schema): unknown {
  if (text === '') return undefined;
  return schema['x-kubernetes-int-or-string'] && /^\d+$/.test(text) ? Number(text) : text;
}
