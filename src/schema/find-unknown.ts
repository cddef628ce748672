import type { CompiledField, CompiledType } from './compiled-type.js';

type Plain = Record<string, unknown>;

/**
 * Paths of members a type does not have, in the order of the document: the order in which clients expect complaints.
 * Only called for documents that are known to have some.
 */
export function findUnknown(type: CompiledType, document: Plain): string[] {
  const found: string[] = [];
  visitStruct(type, document, '', found);
  return found;
}

function visitStruct(type: CompiledType, value: Plain, path: string, found: string[]): void {
  for (const name of Object.keys(value)) {
    if ((path === '' || type.metadata.hasTypeMeta) && (name === 'kind' || name === 'apiVersion')) continue;
    const place = path === '' ? name : `${path}.${name}`;
    const field = type.field(name);
    if (!field) found.push(place);
    else visitField(field, value[name], place, found);
  }
}

function visitField(field: CompiledField, value: unknown, path: string, found: string[]): void {
  if (!field.struct || typeof value !== 'object' || value === null) return;
  const { struct } = field;
  if (Array.isArray(value)) value.forEach((v, i) => visitValue(struct, v, `${path}[${i}]`, found));
  else if (field.map) for (const [key, v] of Object.entries(value)) visitValue(struct, v, `${path}.${key}`, found);
  else visitStruct(struct, value as Plain, path, found);
}

function visitValue(type: CompiledType, value: unknown, path: string, found: string[]): void {
  if (typeof value === 'object' && value !== null) visitStruct(type, value as Plain, path, found);
}
