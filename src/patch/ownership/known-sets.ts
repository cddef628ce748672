import type { FieldSet } from './field-set.js';
import { toFieldsV1 } from './fields-v1.js';

/** Characters of the text of one set and of all together, beyond which none is kept. */
const LONGEST_KNOWN = 1 << 11;
const MOST_KNOWN = 1 << 18;

/** A set that has come once. */
const SEEN = Symbol('seen');

/**
 * Sets that new owners have had, with their FieldsV1 form: clients write objects of the same shape again and again, and
 * writing the form of a set takes longer than recognising it. Kept from the second time on; the form is frozen then, since
 * many objects have it.
 */
export class KnownSets {
  private readonly byText = new Map<string, FieldSet | typeof SEEN>();
  private length = 0;

  /** Returns the kept set with the same paths, or the same set. */
  find(set: FieldSet): FieldSet {
    if (set.written !== undefined) return set;
    const text = textOf(set);
    if (text.length > LONGEST_KNOWN) return set;
    const known = this.byText.get(text);
    if (known !== undefined && known !== SEEN) return known;
    if (known === SEEN) freezeAll(toFieldsV1(set));
    else this.makePlace(text.length);
    this.byText.set(text, known === SEEN ? set : SEEN);
    return set;
  }

  private makePlace(length: number): void {
    if (this.length + length > MOST_KNOWN) {
      this.byText.clear();
      this.length = 0;
    }
    this.length += length;
  }
}

/** The paths of a set in the order in which they came, no further than past the longest text that is kept. */
function textOf(set: FieldSet, text = ''): string {
  let out = text;
  for (const [element, { isMember, below }] of set.entries()) {
    if (out.length > LONGEST_KNOWN) return out;
    // With its length: an element may have any characters.
    out += `${element.length}${isMember ? '+' : '-'}${element}`;
    if (below) out = `${textOf(below, `${out}(`)})`;
  }
  return out;
}

/** Freezes an object with all its members. */
export function freezeAll(value: unknown): void {
  // Scalars and null count as frozen.
  if (Object.isFrozen(value)) return;
  for (const member of Object.values(value as object)) freezeAll(member);
  Object.freeze(value);
}
