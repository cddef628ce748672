import type { LabelMatcher } from '../../../src/plugin-api/index.js';
import type { Labels } from './match-candidate.js';

/** Operators of requirements that a label meets by having one of some values. */
const BY_VALUE: ReadonlySet<string> = new Set(['=', '==', 'in']);

/**
 * Finds items by a label that their selectors demand, so that those that demand another one cost nothing. Items that are
 * found may still not be selected.
 */
export class LabelIndex<T> {
  /** Places of items by key and value of the label that they demand. */
  private readonly byKey = new Map<string, Map<string, number[]>>();
  /** Places of items that demand no label of a certain value. */
  private readonly others: number[] = [];
  private readonly otherItems: readonly T[];

  constructor(
    private readonly items: readonly T[],
    selectorOf: (item: T) => LabelMatcher | undefined,
  ) {
    items.forEach((item, place) => this.add(selectorOf(item), place));
    this.otherItems = this.others.map((place) => items[place]);
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  /** Returns the items that may select one of two objects by its labels, in their order. */
  find(labels: Labels, oldLabels: Labels): readonly T[] {
    if (this.byKey.size === 0) return this.items;
    const found = new Set<number>();
    this.collect(labels, found);
    if (oldLabels !== labels) this.collect(oldLabels, found);
    if (found.size === 0) return this.otherItems;
    return [...this.others, ...found].sort((a, b) => a - b).map((place) => this.items[place]);
  }

  private add(selector: LabelMatcher | undefined, place: number): void {
    const demanded = selector?.requirements.find(({ operator }) => BY_VALUE.has(operator));
    if (!demanded) this.others.push(place);
    else for (const value of demanded.values) this.placesOf(demanded.key, value).push(place);
  }

  private placesOf(key: string, value: string): number[] {
    let byValue = this.byKey.get(key);
    if (!byValue) this.byKey.set(key, (byValue = new Map()));
    let places = byValue.get(value);
    if (!places) byValue.set(value, (places = []));
    return places;
  }

  private collect(labels: Labels, found: Set<number>): void {
    if (!labels) return;
    for (const key of Object.keys(labels)) {
      for (const place of this.byKey.get(key)?.get(labels[key]) ?? []) found.add(place);
    }
  }
}
