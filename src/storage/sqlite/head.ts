/** The newest write of one key, committed or pending. */
export interface Head {
  readonly revision: number;
  readonly createRevision: number;
  readonly isDeleted: boolean;
  /** The pending write that created it. Declared for every head: a property added later would take extra memory. */
  pending: PendingHead | undefined;
}

/** A write that is not on disk yet, for callers that wait for it. */
export interface PendingHead {
  /** Resolves when the write is on disk or failed, whichever. */
  settled(): Promise<void>;
}
