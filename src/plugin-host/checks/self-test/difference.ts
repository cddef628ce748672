/** A member that differs. */
export interface Difference {
  /** The path of the member; `all of it` for the values themselves. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The first member in which two plain values differ; undefined where they are equal. */
export const firstDifference = finderOf((one, other) => new Set([...Object.keys(one), ...Object.keys(other)]));

/** The first member of one plain value that another lacks or has otherwise; undefined where it has them all. */
export const firstLoss = finderOf((one) => Object.keys(one));

type Container = Record<string, unknown>;
type Finder = (one: unknown, other: unknown, path?: string) => Difference | undefined;

function finderOf(namesOf: (one: Container, other: Container) => Iterable<string>): Finder {
  return function find(one: unknown, other: unknown, path = ''): Difference | undefined {
    if (Object.is(one, other)) return undefined;
    if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other))
      return { path: path || 'all of it', before: one, after: other };
    for (const name of namesOf(one, other)) {
      const place = Array.isArray(one) ? `${path}[${name}]` : `${path}${path && '.'}${name}`;
      const difference = find(one[name], other[name], place);
      if (difference !== undefined) return difference;
    }
    return undefined;
  };
}

/** Returns the value at the path of a difference; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  return names.reduce((inner, name) => (isContainer(inner) ? inner[name] : undefined), value);
}

/** Freezes a plain value at all levels; returns it. */
export function freezeDeeply<T>(value: T): T {
  if (!isContainer(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(freezeDeeply);
  return value;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
