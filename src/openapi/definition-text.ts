import { stringifyJson } from '../codecs/index.js';
import type { Dialect, Schema } from './schema.js';

/** Levels of a definition: recursive encoders and clients of many languages fail at a few thousand. */
const MAX_DEPTH = 1000;

const enum Char {
  Quote = 34,
  OpenList = 91,
  Backslash = 92,
  CloseList = 93,
  OpenObject = 123,
  CloseObject = 125,
}

/** Checks the depth of a JSON text. Throws Error for one that is too deep. */
export function checkDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === Char.Quote) at = endOfString(text, at);
    else if (code === Char.OpenObject || code === Char.OpenList) depth++;
    else if (code === Char.CloseObject || code === Char.CloseList) depth--;
    if (depth > MAX_DEPTH) throw new Error(`the schema is nested more than ${MAX_DEPTH} levels deep`);
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== Char.Quote) at += text.charCodeAt(at) === Char.Backslash ? 2 : 1;
  return at;
}

/** Returns the JSON text of a definition. */
export function definitionText(schema: Schema, dialect: Dialect): string {
  return stringifyJson(dialect === 'v2' ? withoutDefault(schema) : schema);
}

/** Swagger 2.0 documents show no defaults. A property may itself be called `default`, so schemas are distinguished. */
function withoutDefaults(schemas: Readonly<Record<string, Schema>>): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutDefault(schema)]));
}

function withoutDefault(schema: Schema): Schema {
  const out = { ...schema };
  delete out.default;
  if (out.items) out.items = withoutDefault(out.items);
  const { additionalProperties } = out;
  if (typeof additionalProperties === 'object') out.additionalProperties = withoutDefault(additionalProperties);
  if (out.properties) out.properties = withoutDefaults(out.properties) as Record<string, Schema>;
  return out;
}
