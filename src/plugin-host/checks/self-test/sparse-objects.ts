import type { ApiObject } from '../../../apimachinery/index.js';

/** An object that lacks something. */
export interface SparseObject {
  /** Describes what it lacks: `without spec.size`. */
  readonly lack: string;
  readonly object: ApiObject;
}

/** Members that are left out of one sample, the outer ones first: a start must not take seconds for a type. */
const MOST = 64;
const TYPE_META: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);

type Container = Record<string, unknown>;

/** Returns the objects that a sample becomes by leaving out members: all but its metadata, then each one alone. */
export function* sparseObjects(sample: ApiObject): Generator<SparseObject> {
  const { kind, apiVersion, metadata } = sample;
  yield { lack: 'with nothing but metadata', object: { kind, apiVersion, metadata } };
  for (const path of memberPaths(sample as unknown as Container).slice(0, MOST)) {
    yield { lack: `without ${path.join('.')}`, object: without(sample, path) };
  }
}

/** The paths of all members, level by level. */
function memberPaths(sample: Container): (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  let level = Object.entries(sample)
    .filter(([name]) => !TYPE_META.has(name))
    .map(([name, value]) => ({ path: [name] as readonly string[], value }));
  while (level.length > 0) {
    paths.push(...level.map(({ path }) => path).filter((path) => !isIndex(path)));
    level = level.flatMap(({ path, value }) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value as Container).map(([name, inner]) => ({ path: [...path, name], value: inner }))
        : [],
    );
  }
  return paths;
}

/** Reports whether a path leads to an element of a list: samples have one element, of index 0. */
function isIndex(path: readonly string[]): boolean {
  return path.at(-1) === '0';
}

/** A copy without a member; it shares everything beside the path with the sample. */
function without(sample: ApiObject, path: readonly string[]): ApiObject {
  return withoutIn(sample as unknown as Container, path) as unknown as ApiObject;
}

function withoutIn(owner: Container, [name, ...rest]: readonly string[]): Container | unknown[] {
  const copy = (Array.isArray(owner) ? [...(owner as unknown[])] : { ...owner }) as Container;
  if (rest.length === 0) delete copy[name];
  else copy[name] = withoutIn(owner[name] as Container, rest);
  return copy;
}
