/** A stored value and its key. */
export interface KeyedValue {
  readonly key: string;
  readonly value: Buffer;
}

/** How the values of an embedded store are moved from the keys of one prefix to those of another. */
export interface StoreRewrite {
  readonly directory: string;
  readonly from: string;
  readonly to: string;
  /** Returns the value that a moved one becomes; called for values of the history, too. May throw, and nothing is written. */
  readonly moved: (stored: KeyedValue) => Buffer;
  /** Returns the next value of a key that stays; undefined where the present one stays. May throw, and nothing is written. */
  readonly kept: (stored: KeyedValue) => Buffer | undefined;
  /** True if everything is done but the end: what is written is rolled back. */
  readonly isTrial: boolean;
}

/** The counts of a rewrite. */
export interface RewrittenStore {
  /** Keys that were moved and have a value. */
  readonly moved: number;
  /** Former values of the history that were moved with them, deletions included. */
  readonly former: number;
  /** Keys that stayed and have another value now. */
  readonly changed: number;
}
