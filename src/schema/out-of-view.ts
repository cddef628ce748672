import { CURRENT_RELEASE, minorOf } from '../options/index.js';
import type { CompiledField, CompiledType } from './compiled-type.js';

type Plain = Record<string, unknown>;

/** The names that are dropped from values of a type, and the members inside which there may be more. */
interface Search {
  readonly names: readonly string[];
  readonly members: readonly CompiledField[];
}

const SEARCHES = new WeakMap<CompiledType, Search | null>();

/** Reports whether a type is that of a release before the current one: objects of others are not searched. */
export function isFormer({ release }: CompiledType): boolean {
  return minorOf(release) < minorOf(CURRENT_RELEASE);
}

/**
 * Removes the fields that a type, and the types inside it, have in other releases only, in place. `onDropped` gets each, with
 * `[]` for the elements of lists and the values of maps.
 */
export function dropOutOfView(type: CompiledType, value: object, onDropped?: (field: string) => void): void {
  new Pruning(onDropped).struct(type, value as Plain, '');
}

class Pruning {
  constructor(private readonly onDropped: ((field: string) => void) | undefined) {}

  struct(type: CompiledType, value: Plain, path: string): void {
    const search = searchOf(type);
    if (!search) return;
    for (const name of search.names) {
      if (value[name] === undefined) continue;
      delete value[name];
      this.onDropped?.(path + name);
    }
    for (const field of search.members) {
      const below = `${path}${field.name}${field.list || field.map ? '[]' : ''}.`;
      for (const inner of valuesOf(field, value)) this.struct(field.struct!, inner as Plain, below);
    }
  }
}

/** Reports whether a field, as `spec.ports[0].name`, is one that other releases have. */
export function isOutOfView(type: CompiledType, path: string): boolean {
  let owner: CompiledType | undefined = type;
  for (const name of memberNames(path)) {
    const field: CompiledField | undefined = owner.field(name);
    if (!field) return owner.fieldsOutOfView.includes(name);
    owner = field.struct;
    if (!owner) return false;
  }
  return false;
}

/** The names of the members in a path. Elements of lists and maps are of the type that their field names. */
function memberNames(path: string): string[] {
  const names: string[] = [];
  for (let at = 0; at < path.length;) {
    if (path[at] === '[') at = endAt(path.indexOf(']', at), path) + 1;
    else {
      const start = path[at] === '.' ? at + 1 : at;
      const dot = endAt(path.indexOf('.', start), path);
      const bracket = endAt(path.indexOf('[', start), path);
      at = Math.min(dot, bracket);
      if (at > start) names.push(path.slice(start, at));
      if (at === start) at++;
    }
  }
  return names;
}

function endAt(index: number, path: string): number {
  return index < 0 ? path.length : index;
}

function valuesOf({ name, list, map }: CompiledField, owner: Plain): readonly object[] {
  const member = owner[name];
  if (typeof member !== 'object' || member === null) return [];
  const found = list || map ? Object.values(member as Plain).flat() : [member];
  return found.filter((value): value is object => typeof value === 'object' && value !== null);
}

function searchOf(type: CompiledType): Search | null {
  let search = SEARCHES.get(type);
  if (search === undefined) {
    // Set before the members are looked at: types may contain themselves.
    SEARCHES.set(type, null);
    const members = type.fields.filter(({ struct }) => struct && hasAny(struct, new Set()));
    const names = type.fieldsOutOfView;
    search = names.length === 0 && members.length === 0 ? null : { names, members };
    SEARCHES.set(type, search);
  }
  return search;
}

function hasAny(type: CompiledType, visited: Set<CompiledType>): boolean {
  if (visited.has(type)) return false;
  visited.add(type);
  return type.fieldsOutOfView.length > 0 || type.fields.some(({ struct }) => struct && hasAny(struct, visited));
}
