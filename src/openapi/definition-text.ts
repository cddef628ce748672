import { stringifyJson } from '../codecs/index.js';
import type { Dialect, Schema } from './schema.js';

/** The JSON text of a definition. */
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
