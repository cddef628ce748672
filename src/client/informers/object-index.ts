import type { ApiObject } from '../../apimachinery/index.js';
import { keyOf } from '../watching/reflection.js';

/**
 * The values by which an index finds an object; none leaves it out.
 *
 * @public
 * @example
 * const byCargo: IndexFunction<Berth> = ({ spec }) => (spec.ship === undefined ? [] : [spec.ship]);
 */
export type IndexFunction<T extends ApiObject> = (object: T) => readonly string[];

/** Finds objects by values that a function computes from them, without going through all of them. */
export class ObjectIndex<T extends ApiObject> {
  private readonly keys = new Map<string, Set<string>>();

  constructor(private readonly valuesOf: IndexFunction<T>) {}

  /** Returns the keys of the objects with a value. */
  keysWith(value: string): Iterable<string> {
    return this.keys.get(value) ?? [];
  }

  /** All values there are. */
  get values(): Iterable<string> {
    return this.keys.keys();
  }

  add(object: T): void {
    for (const value of this.valuesOf(object)) {
      const found = this.keys.get(value);
      if (found) found.add(keyOf(object));
      else this.keys.set(value, new Set([keyOf(object)]));
    }
  }

  remove(object: T): void {
    for (const value of this.valuesOf(object)) {
      const found = this.keys.get(value);
      if (!found) continue;
      found.delete(keyOf(object));
      if (found.size === 0) this.keys.delete(value);
    }
  }
}
