const SURROGATE = /[\ud800-\udfff]/;

/** Returns how many characters a text has; those beyond the basic plane count once. */
export function lengthOf(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (let i = 0; i < text.length; i++) count += isLowSurrogate(text, i) ? 0 : 1;
  return count;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** A text whose characters are counted and reached as expressions do. */
export class Characters {
  private readonly all: readonly string[] | undefined;
  readonly length: number;

  constructor(private readonly text: string) {
    this.all = SURROGATE.test(text) ? Array.from(text) : undefined;
    this.length = this.all?.length ?? text.length;
  }

  /** Returns the characters from one place up to another. */
  slice(start: number, end = this.length): string {
    return this.all ? this.all.slice(start, end).join('') : this.text.slice(start, end);
  }

  /** Returns the place in UTF-16 units where a character stands. */
  unitsAt(index: number): number {
    return this.all ? this.slice(0, index).length : index;
  }

  /** Returns the character that stands at a place in UTF-16 units. */
  indexOfUnits(units: number): number {
    return this.all ? lengthOf(this.text.slice(0, units)) : units;
  }
}

/** Orders texts by their characters, which is the order of their UTF-8 bytes and not that of UTF-16. */
export function compareText(a: string, b: string): number {
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : a > b ? 1 : 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
