import { type Plain, hasMember, isPlain } from '../plain.js';
import { missingMergeKey, notAMap, orderMismatch, wrongArgument } from './patch-fault.js';

const MAP_TYPE = 'map[string]interface {}';

/** Compares elements of one list: by a member (`mergeKey`), or as they are where it is empty. */
export class ElementOrder {
  constructor(private readonly mergeKey: string) {}

  /** The position of the element with the same key, -1 when there is none. Throws for elements that are no objects. */
  find(list: readonly unknown[], key: unknown): number {
    for (let i = 0; i < list.length; i++) {
      const element = list[i];
      if (this.mergeKey === '') {
        if (element === key) return i;
        continue;
      }
      if (!isPlain(element)) throw notAMap(i);
      if (hasMember(element, this.mergeKey) && element[this.mergeKey] === key) return i;
    }
    return -1;
  }

  /** The key of an element; throws when it has none. */
  keyOf(element: unknown): unknown {
    if (this.mergeKey === '') return element;
    if (!isPlain(element)) throw wrongArgument(MAP_TYPE, element);
    if (!hasMember(element, this.mergeKey)) throw missingMergeKey(element, this.mergeKey);
    return element[this.mergeKey];
  }

  /**
   * Puts merged elements in order: those of `order` as they are there, the others among them as they were in `live`.
   */
  arrange(merged: readonly unknown[], order: readonly unknown[], live: readonly unknown[]): unknown[] {
    const placed = merged.map((element) => ({ element, at: this.find(order, this.keyOf(element)) }));
    for (const element of order) this.keyOf(element);
    const sent = placed.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
    const others = placed
      .filter(({ at }) => at < 0)
      .map(({ element }) => ({ element, at: this.find(live, this.keyOf(element)) }))
      .sort((a, b) => a.at - b.at);
    return this.interleave(
      others.map(({ element }) => element),
      sent.map(({ element }) => element),
      live,
    );
  }

  /** Checks that the elements of a patch come in the order a `$setElementOrder` list gives them. */
  check(patch: readonly unknown[], order: readonly unknown[]): void {
    const elements = patch.filter((e) => !(isPlain(e) && e.$patch === 'delete'));
    let next = 0;
    for (const item of order) {
      if (next < elements.length && this.looseKey(elements[next]) === this.looseKey(item)) next++;
    }
    if (next < elements.length) throw orderMismatch(patch, order);
  }

  private looseKey(element: unknown): unknown {
    return this.mergeKey === '' || !isPlain(element) ? element : (element as Plain)[this.mergeKey];
  }

  /** Inserts each of `others` before the first of `sent` that came after it in `live`. */
  private interleave(others: unknown[], sent: unknown[], live: readonly unknown[]): unknown[] {
    const out: unknown[] = [];
    let i = 0;
    for (const element of sent) {
      while (i < others.length && this.isBefore(others[i], element, live)) out.push(others[i++]);
      out.push(element);
    }
    return [...out, ...others.slice(i)];
  }

  private isBefore(a: unknown, b: unknown, live: readonly unknown[]): boolean {
    const [atA, atB] = [this.find(live, this.keyOf(a)), this.find(live, this.keyOf(b))];
    return atA >= 0 && atB >= 0 && atA < atB;
  }
}
