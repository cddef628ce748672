import type { CompiledField, CompiledType } from './compiled-type.js';

type Plain = Record<string, unknown>;

/**
 * Paths of members a type does not have, in the order of the document: the order in which clients expect complaints.
 * Only called for documents that are known to have some.
 */
export function findUnknown(type: CompiledType, document: Plain): string[] {
  const search = new UnknownSearch();
  search.struct(type, document, '');
  return search.found;
}

/** Walks a document; a path is empty at its root. */
class UnknownSearch {
  readonly found: string[] = [];

  struct(type: CompiledType, value: Plain, path: string): void {
    for (const name of Object.keys(value)) {
      if ((path === '' || type.metadata.hasTypeMeta) && (name === 'kind' || name === 'apiVersion')) continue;
      const place = path === '' ? name : `${path}.${name}`;
      const field = type.field(name);
      if (!field) this.found.push(place);
      else this.field(field, value[name], place);
    }
  }

  private field(field: CompiledField, value: unknown, path: string): void {
    if (!field.struct || typeof value !== 'object' || value === null) return;
    const { struct } = field;
    if (Array.isArray(value)) value.forEach((v, i) => this.value(struct, v, `${path}[${i}]`));
    else if (field.map) for (const [key, v] of Object.entries(value)) this.value(struct, v, `${path}.${key}`);
    else this.struct(struct, value as Plain, path);
  }

  private value(type: CompiledType, value: unknown, path: string): void {
    if (typeof value === 'object' && value !== null) this.struct(type, value as Plain, path);
  }
}
