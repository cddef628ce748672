/** A write with its guard. */
export interface GuardedWrite {
  readonly key: string;
  /** For a deletion the last value, where it is known. */
  readonly value: Buffer | undefined;
  /** The revision that the key has to be at; 0 for a key that must not exist. */
  readonly expected: number;
  readonly isDelete: boolean;
  readonly ttlSeconds: number | undefined;
}

/** The outcome of a write. */
export interface WriteOutcome {
  /** The revision of the write; undefined where its guard did not hold. */
  readonly written: number | undefined;
  /** The revision at which the life of the written key began. */
  readonly created: number;
  /** The revision at which the key was found; 0 for none. */
  readonly found: number;
}

/** A write that waits for its outcome. */
export class PendingWrite {
  /** Resolves with the outcome; rejects if there is none, or none that is known. */
  readonly done: Promise<WriteOutcome>;
  private resolve: (outcome: WriteOutcome) => void;
  private reject: (error: unknown) => void;

  constructor(readonly write: GuardedWrite) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** The bytes of the value. */
  get bytes(): number {
    return this.write.value?.length ?? 0;
  }

  /** Resolves the write with its outcome. */
  settle(outcome: WriteOutcome): void {
    this.resolve(outcome);
  }

  /** Rejects the write: nothing was written, or it is unknown. */
  fail(error: unknown): void {
    this.reject(error);
  }
}
