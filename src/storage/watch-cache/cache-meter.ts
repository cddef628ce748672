/** How many entries a list has looked at and returned, and the index that led to them; empty without one. */
export interface CacheReadCounts {
  readonly index: string;
  readonly fetched: number;
  readonly returned: number;
}

/** Notified of what happens in the cache of one resource. This one counts nothing. Methods must not throw. */
export class CacheMeter {
  /** Counts a change that has arrived from the store. */
  sawChange(): void {}

  /** Counts a change that was dispatched to watchers. */
  sawDispatch(): void {}

  /** Counts a read of the whole resource from the store. */
  sawLoad(_objects: number, _seconds: number): void {}

  /** Counts the initial objects of a watch. */
  sawInitialEvents(_count: number): void {}

  /** Counts a watch that was ended because its receiver is too slow. */
  sawSlowWatcher(): void {}

  /** Counts a list. */
  sawList(_counts: CacheReadCounts): void {}

  /** Counts a list of the newest state that has waited for the cache, or has failed to. */
  sawConsistentRead(_isSuccess: boolean): void {}

  /** Records the seconds that a read has waited for the cache to be as new as it needs. */
  sawWait(_seconds: number): void {}
}
