import { Equality } from './correlation.js';

/** The values of an enumeration, indexed so that a look-up does not depend on their number. */
export class ListedValues {
  /** The scalars; without null, which is never met. */
  private readonly scalars: ReadonlySet<unknown>;
  private others: OtherValues | undefined;

  constructor(readonly all: readonly unknown[]) {
    this.scalars = new Set(all.filter((value) => value !== null && typeof value !== 'object'));
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** Reports whether a scalar is listed as it is; false says nothing of other values. */
  hasScalar(value: unknown): boolean {
    return this.scalars.has(value);
  }

  /** Reports whether a value is listed. Go converts numbers to the type of the listed value before it compares. */
  has(value: unknown): boolean {
    if (value === null) return false;
    if (this.scalars.has(value)) return true;
    if (typeof value === 'number' && this.scalars.has(Math.trunc(value))) return true;
    if (typeof value === 'string' || typeof value === 'boolean') return false;
    this.others ??= new OtherValues(this.all);
    return this.others.has(value);
  }
}

/** Listed values that are found by something other than identity: integers beyond 53 bits, lists and objects. */
class OtherValues {
  /** Numbers, and apart from them integers beyond 53 bits, as doubles. */
  private readonly numbers = new Set<number>();
  private readonly longIntegers = new Set<number>();
  private readonly byContent = new Map<string, unknown[]>();

  constructor(all: readonly unknown[]) {
    for (const value of all) {
      if (typeof value === 'number') this.numbers.add(value);
      else if (typeof value === 'bigint') this.longIntegers.add(Number(value));
      else if (typeof value === 'object' && value !== null) this.addContent(value);
    }
  }

  has(value: unknown): boolean {
    if (typeof value === 'number') return this.longIntegers.has(value);
    if (typeof value === 'bigint') return this.longIntegers.has(Number(value)) || this.numbers.has(Number(value));
    if (this.byContent.size === 0) return false;
    const equality = new Equality();
    return this.byContent.get(contentKey(value))?.some((listed) => equality.equal(value, listed)) ?? false;
  }

  private addContent(value: object): void {
    const key = contentKey(value);
    const same = this.byContent.get(key);
    if (same) same.push(value);
    else this.byContent.set(key, [value]);
  }
}

/** Returns a text that is the same for equal values. */
function contentKey(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'bigint') return `${member}n`;
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1));
  });
}
