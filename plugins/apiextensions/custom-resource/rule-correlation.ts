import { type ComparisonTime, Equality } from '../../../src/plugin-api/built-in.js';

/** A value and the one it replaces. */
interface Pair {
  readonly value: unknown;
  readonly old: unknown;
}

const UNCORRELATED: Pair = { value: undefined, old: undefined };

/** A value beside the one it replaces; below a value without one, beside the nearest around it that has one. */
export class Correlation {
  private constructor(
    private readonly pair: Pair,
    private readonly parent: Correlation | undefined,
    private readonly equality: Equality,
  ) {}

  /** The former value; undefined if there is none. */
  get old(): unknown {
    return this.pair.old;
  }

  /** Returns the correlation of whole objects. */
  static ofRoot(object: object, old: object, time?: ComparisonTime): Correlation {
    return new Correlation({ value: object, old }, undefined, new Equality(time));
  }

  /** Returns the correlation of a member or an element with its former value, undefined where it has none. */
  below(value: unknown, old: unknown): Correlation {
    return old === undefined
      ? new Correlation(UNCORRELATED, this.nearest(), this.equality)
      : new Correlation({ value, old }, this, this.equality);
  }

  /** Returns the same place without its former value: only the surrounding values count. */
  uncorrelated(): Correlation | undefined {
    return this.parent && new Correlation(UNCORRELATED, this.parent.nearest(), this.equality);
  }

  /** Reports whether the value, or the nearest around it that has a former one, did not change. */
  isUnchanged(): boolean {
    if (this.old === undefined) return this.parent?.isUnchanged() ?? false;
    return this.equality.equal(this.pair.value, this.old);
  }

  private nearest(): Correlation | undefined {
    return this.old === undefined ? this.parent : this;
  }
}
