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
  private readonly contents = new Set<string>();

  constructor(all: readonly unknown[]) {
    for (const value of all) {
      if (typeof value === 'number') this.numbers.add(value);
      else if (typeof value === 'bigint') this.longIntegers.add(Number(value));
      else if (typeof value === 'object' && value !== null) this.contents.add(contentOf(value));
    }
  }

  has(value: unknown): boolean {
    if (typeof value === 'number') return this.longIntegers.has(value);
    if (typeof value === 'bigint') return this.longIntegers.has(Number(value)) || this.numbers.has(Number(value));
    return this.contents.size > 0 && this.contents.has(contentOf(value));
  }
}

/** Returns a text that is the same for equal values alone. Values may be nested deeper than functions can call themselves. */
function contentOf(value: unknown): string {
  const parts: string[] = [];
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      parts.push(`[${next.length}`);
      for (const element of next) open.push(element);
    } else if (typeof next === 'object' && next !== null) {
      const names = Object.keys(next).sort();
      parts.push(`{${JSON.stringify(names)}`);
      for (const name of names) open.push((next as Readonly<Record<string, unknown>>)[name]);
    } else parts.push(typeof next === 'bigint' ? `${next}n` : JSON.stringify(next));
  }
  return parts.join(' ');
}
