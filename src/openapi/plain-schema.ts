import type { PlainSchema } from '../schema/index.js';
import type { Dialect, Schema } from './schema.js';

/** Keywords that Swagger 2.0 has no counterpart for. */
const NOT_IN_SWAGGER: readonly string[] = ['oneOf', 'anyOf', 'allOf', 'not', 'nullable', 'default'];

/**
 * A schema that came at run time as a dialect carries it. Swagger 2.0 knows fewer keywords: what it cannot say is left
 * out, and values that may be null or anything get no type (upstream: ToStructuralOpenAPIV2).
 */
export function publishPlain(schema: PlainSchema, dialect: Dialect): Schema {
  return dialect === 'v3' ? (schema as Schema) : forSwagger(schema);
}

function forSwagger(schema: PlainSchema): Schema {
  const out: Record<string, unknown> = { ...schema };
  for (const keyword of NOT_IN_SWAGGER) delete out[keyword];
  if (schema['x-kubernetes-preserve-unknown-fields'] === true || schema.nullable === true) {
    for (const keyword of ['type', 'items', 'properties']) delete out[keyword];
    return out as Schema;
  }
  if (isSchema(schema.items)) out.items = forSwagger(schema.items);
  if (isSchema(schema.additionalProperties)) out.additionalProperties = forSwagger(schema.additionalProperties);
  if (isSchema(schema.properties)) {
    const members = Object.entries(schema.properties).map(([name, of]) => [name, forSwagger(of as PlainSchema)]);
    out.properties = Object.fromEntries(members);
  }
  return out as Schema;
}

function isSchema(value: unknown): value is PlainSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
