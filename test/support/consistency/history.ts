/** One operation of a client on one key. Times are in milliseconds of one clock. */
export interface Operation {
  readonly kind: 'read' | 'write';
  readonly key: string;
  readonly began: number;
  /** Infinity for a write whose outcome was not reported. */
  readonly ended: number;
  /** The value that was written or found; every write has one of its own. */
  readonly value: string;
  /** The revision that was answered; undefined where the outcome is unknown. */
  readonly revision: number | undefined;
}

/** One event of a watch. */
export interface WatchedChange {
  readonly key: string;
  readonly value: string;
  readonly revision: number;
}

/** The record of a round: what clients did, and what each watch was sent, in order. */
export interface RoundHistory {
  readonly operations: readonly Operation[];
  /** All of them were open from before the first operation to after the last one. */
  readonly watches: readonly (readonly WatchedChange[])[];
}
