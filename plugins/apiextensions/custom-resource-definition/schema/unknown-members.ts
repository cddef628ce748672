import type { JSONSchemaProps } from '../json-schema.v1.js';
import { additionalOf, itemsOf } from './sub-schemas.js';

/** Reports whether a value has members that the schema does not declare. */
export function hasUnknownMembers(value: unknown, schema: JSONSchemaProps): boolean {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items !== undefined && value.some((element) => hasUnknownMembers(element, items));
  }
  if (!isObject(value)) return false;
  const { properties = {}, additionalProperties } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] || additionalProperties === true;
  const others = additionalOf(schema);
  return Object.entries(value).some(([name, member]) => {
    if (Object.hasOwn(properties, name)) return hasUnknownMembers(member, properties[name]);
    if (others) return hasUnknownMembers(member, others);
    return !isOpen && !(schema['x-kubernetes-embedded-resource'] && META_MEMBERS.has(name));
  });
}

const META_MEMBERS: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
