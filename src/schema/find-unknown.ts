import { MAX_SHOWN_FIELD, MAX_STRICT_PROBLEMS, cutText } from '../apimachinery/index.js';
import type { CompiledField, CompiledType } from './compiled-type.js';

type Plain = Record<string, unknown>;

/**
 * Returns paths of members a type does not have, in the order of the document: the order in which clients expect
 * complaints. The first of them, as many as are reported. Only called for documents that are known to have some.
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
      if (this.found.length >= MAX_STRICT_PROBLEMS) return;
      if ((path === '' || type.metadata.hasTypeMeta) && (name === 'kind' || name === 'apiVersion')) continue;
      const place = path === '' ? name : below(path, `.${name}`);
      const field = type.field(name);
      if (!field) this.found.push(cutText(place, MAX_SHOWN_FIELD));
      else this.field(field, value[name], place);
    }
  }

  private field(field: CompiledField, value: unknown, path: string): void {
    if (!field.struct || field.or || typeof value !== 'object' || value === null) return;
    const { struct } = field;
    if (Array.isArray(value)) value.forEach((v, i) => this.value(struct, v, below(path, `[${i}]`)));
    else if (field.map) for (const [key, v] of Object.entries(value)) this.value(struct, v, below(path, `.${key}`));
    else this.struct(struct, value as Plain, path);
  }

  private value(type: CompiledType, value: unknown, path: string): void {
    if (typeof value === 'object' && value !== null) this.struct(type, value as Plain, path);
  }
}

/** A path that is longer than messages show does not grow: every place below it would hold a copy of it. */
function below(path: string, step: string): string {
  return path.length > MAX_SHOWN_FIELD ? path : path + step;
}
