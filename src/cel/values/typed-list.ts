import { isEqual } from './equality.js';
import { noSuchOverload } from './errors.js';
import { ListValue, MapValue, plainKey, type Value } from './value.js';

/** The elements of a list, each made when it is asked for. */
export interface Elements {
  readonly size: number;
  at(index: number): Value;
}

/** A list of lazily made elements, compared one by one. */
export class LazyList extends ListValue {
  constructor(protected readonly elements: Elements) {
    super();
  }

  get size(): number {
    return this.elements.size;
  }

  at(index: number): Value {
    return this.elements.at(index);
  }
}

/** A list whose elements are found by a key: equality ignores their order, and in a sum equal keys replace each other. */
abstract class UnorderedList extends LazyList {
  private places: Map<string, number> | undefined;

  /** Text that is the same for elements with the same key alone. */
  protected abstract keyOf(element: Value): string;
  protected abstract withElements(elements: Elements): ListValue;

  override equalsList(other: ListValue): boolean {
    if (other.size !== this.size) return false;
    const places = this.placesByKey();
    for (const element of other) {
      const place = places.get(this.keyOf(element));
      if (place === undefined || !isEqual(this.at(place), element)) return false;
    }
    return true;
  }

  override concat(other: ListValue): ListValue {
    const places = new Map(this.placesByKey());
    const values = [...this];
    for (const element of other) {
      const key = this.keyOf(element);
      const place = places.get(key) ?? values.length;
      places.set(key, place);
      values[place] = element;
    }
    return this.withElements({ size: values.length, at: (index) => values[index] });
  }

  private placesByKey(): Map<string, number> {
    if (this.places) return this.places;
    this.places = new Map();
    for (let i = 0; i < this.size; i++) this.places.set(this.keyOf(this.at(i)), i);
    return this.places;
  }
}

/** A list that is a set of scalars. */
export class SetList extends UnorderedList {
  protected keyOf(element: Value): string {
    return scalarKey(element);
  }

  protected withElements(elements: Elements): ListValue {
    return new SetList(elements);
  }
}

/** A list of objects with fields that identify them. */
export class KeyedList extends UnorderedList {
  constructor(
    elements: Elements,
    private readonly keys: readonly string[],
  ) {
    super(elements);
  }

  protected keyOf(element: Value): string {
    if (!(element instanceof MapValue)) throw noSuchOverload();
    return JSON.stringify(this.keys.map((key) => scalarKey(element.find(key) ?? null)));
  }

  protected withElements(elements: Elements): ListValue {
    return new KeyedList(elements, this.keys);
  }
}

function scalarKey(value: Value): string {
  const key = plainKey(value);
  if (key === undefined) return value === null ? 'null' : `${typeof value} ${String(value)}`;
  return `${typeof key} ${String(key)}`;
}
