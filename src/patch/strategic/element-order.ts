import { type Plain, hasMember, isPlain } from '../plain.js';
import { missingMergeKey, notAMap, orderMismatch, wrongArgument } from './patch-fault.js';

const MAP_TYPE = 'map[string]interface {}';

/** Where the elements of a list stand, by their keys; the first of equal ones counts. */
export class ElementPositions {
  private readonly positions = new Map<unknown, number>();
  /** The first element that has no key because it is no object; a search that gets there fails. */
  private foreign = Infinity;
  private length = 0;

  constructor(
    private readonly mergeKey: string,
    list: readonly unknown[],
  ) {
    for (const element of list) this.add(element);
  }

  /** Adds an element at the end. */
  add(element: unknown): void {
    const at = this.length++;
    if (this.mergeKey === '') return this.note(element, at);
    if (!isPlain(element)) this.foreign = Math.min(this.foreign, at);
    else if (hasMember(element, this.mergeKey)) this.note(element[this.mergeKey], at);
  }

  /** Returns the position of the element with a key, -1 when there is none. Throws for elements before it that are no objects. */
  find(key: unknown): number {
    const at = this.positions.get(key);
    if (at !== undefined && at < this.foreign) return at;
    if (this.foreign < Infinity) throw notAMap(this.foreign);
    return -1;
  }

  private note(key: unknown, at: number): void {
    if (!this.positions.has(key)) this.positions.set(key, at);
  }
}

interface Placed {
  readonly element: unknown;
  readonly at: number;
}

const byPosition = (a: Placed, b: Placed): number => a.at - b.at;

/** Compares elements of one list: by a member (`mergeKey`), or as they are where it is empty. */
export class ElementOrder {
  constructor(private readonly mergeKey: string) {}

  /** Returns where the elements of a list stand. */
  positionsIn(list: readonly unknown[]): ElementPositions {
    return new ElementPositions(this.mergeKey, list);
  }

  /** Returns the key of an element; throws when it has none. */
  keyOf(element: unknown): unknown {
    if (this.mergeKey === '') return element;
    if (!isPlain(element)) throw wrongArgument(MAP_TYPE, element);
    if (!hasMember(element, this.mergeKey)) throw missingMergeKey(element, this.mergeKey);
    return element[this.mergeKey];
  }

  /** Orders merged elements: those of `order` as they are there, the others among them as they were in `live`. */
  arrange(merged: readonly unknown[], order: readonly unknown[], live: readonly unknown[]): unknown[] {
    const placed = this.placeIn(this.positionsIn(order), merged);
    for (const element of order) this.keyOf(element);
    const inLive = this.positionsIn(live);
    const elements = (list: readonly Placed[]): unknown[] => list.map(({ element }) => element);
    const sent = placed.filter(({ at }) => at >= 0).sort(byPosition);
    const others = this.placeIn(inLive, elements(placed.filter(({ at }) => at < 0))).sort(byPosition);
    return interleave(others, this.placeIn(inLive, elements(sent)));
  }

  /** Checks that the elements of a patch come in the order a `$setElementOrder` list gives them. */
  check(patch: readonly unknown[], order: readonly unknown[]): void {
    // An order of nothing says nothing.
    if (order.length === 0) return;
    // Among single values the reference knows no directives.
    const isKept = (each: unknown): boolean => this.mergeKey === '' || !(isPlain(each) && each.$patch === 'delete');
    const elements = patch.filter(isKept);
    let next = 0;
    for (const item of order) {
      if (next < elements.length && this.looseKey(elements[next]) === this.looseKey(item)) next++;
    }
    if (next < elements.length) throw orderMismatch(patch, order);
  }

  private placeIn(positions: ElementPositions, list: readonly unknown[]): Placed[] {
    return list.map((element) => ({ element, at: positions.find(this.keyOf(element)) }));
  }

  private looseKey(element: unknown): unknown {
    return this.mergeKey === '' || !isPlain(element) ? element : (element as Plain)[this.mergeKey];
  }
}

/** Inserts each of `others` before the first of `sent` that came after it in the live list. */
function interleave(others: readonly Placed[], sent: readonly Placed[]): unknown[] {
  const out: unknown[] = [];
  let i = 0;
  for (const { element, at } of sent) {
    while (i < others.length && others[i].at >= 0 && others[i].at < at) out.push(others[i++].element);
    out.push(element);
  }
  for (const { element } of others.slice(i)) out.push(element);
  return out;
}
