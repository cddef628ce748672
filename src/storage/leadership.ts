/**
 * Decides which of several processes over one store does what only one may do: start hooks, controllers, compaction.
 * Everything else every process does for itself. Implementations elect by the store or beside it; at most one process may
 * lead at a time, and for a while none may.
 */
export abstract class Leadership {
  /** True while this process leads. */
  abstract readonly isLeader: boolean;

  /** Calls back after every change of `isLeader`; the result ends that. Listeners are synchronous and must not throw. */
  abstract onChange(listener: () => void): () => void;
}

/** The leadership of the only process over its store, for good. */
export class SoleLeadership extends Leadership {
  readonly isLeader = true;

  onChange(): () => void {
    return () => {};
  }
}
