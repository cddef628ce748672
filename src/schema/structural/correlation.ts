import type { ComparisonTime } from '../object-shape.js';
import { isPlain, type Plain } from './json-schema.js';

/**
 * Reports whether two JSON values are equal, whatever the order of their members; each pair of objects is compared once.
 *
 * @internal
 * @example
 * const isSame = new Equality().equal({ replicas: 1 }, { replicas: 1 });
 */
export class Equality {
  private readonly known = new Map<object, { readonly old: unknown; readonly equal: boolean }>();

  /** Comparisons are added to `time` where it is given. */
  constructor(private readonly time?: ComparisonTime) {}

  /** Compares a value with the one it replaces. */
  equal(value: unknown, old: unknown): boolean {
    if (!this.time) return this.isSame(value, old);
    const started = performance.now();
    const isSame = this.isSame(value, old);
    this.time.seconds += (performance.now() - started) / 1000;
    return isSame;
  }

  private isSame(value: unknown, old: unknown): boolean {
    if (typeof value !== 'object' || value === null || typeof old !== 'object' || old === null) return value === old;
    const before = this.known.get(value);
    if (before && before.old === old) return before.equal;
    const equal = this.compare(value, old);
    this.known.set(value, { old, equal });
    return equal;
  }

  private compare(value: object, old: object): boolean {
    if (Array.isArray(value) || Array.isArray(old)) {
      if (!Array.isArray(value) || !Array.isArray(old) || value.length !== old.length) return false;
      return value.every((each, i) => this.isSame(each, old[i]));
    }
    const names = Object.keys(value);
    if (names.length !== Object.keys(old).length) return false;
    return names.every((name) => Object.hasOwn(old, name) && this.isSame((value as Plain)[name], (old as Plain)[name]));
  }
}

/** How the elements of a list find those they replace. */
export interface ListCorrelation {
  readonly listType: string | undefined;
  readonly listKeys: readonly string[];
}

/**
 * Finds for each element of a list of type map the one with its keys in the old list. Elements of sets and atomic lists,
 * which lists are by default, replace none (upstream: CorrelatedObject).
 *
 * @internal
 * @example
 * const oldOf = correlateElements({ listType: 'map', listKeys: ['name'] }, [{ name: 'a', depth: 3 }]);
 * const old = oldOf({ name: 'a', depth: 4 });
 */
export function correlateElements(
  { listType, listKeys }: ListCorrelation,
  old: unknown,
): (element: unknown) => unknown {
  if (!Array.isArray(old) || listType !== 'map') return () => undefined;
  const byKey = new Map<string, unknown>();
  for (const each of old) {
    const key = keyOf(each, listKeys);
    if (key !== undefined && !byKey.has(key)) byKey.set(key, each);
  }
  return (element) => {
    const key = keyOf(element, listKeys);
    return key === undefined ? undefined : byKey.get(key);
  };
}

/** Members in JSON, in the order of the keys; undefined for what is no object. */
function keyOf(element: unknown, keys: readonly string[]): string | undefined {
  if (!isPlain(element)) return undefined;
  return keys.map((key) => JSON.stringify(element[key], (_name, v: unknown) => asText(v)) ?? '').join('\n');
}

function asText(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
