/** How many entries a list has looked at and returned, and the index that led to them; empty without one. */
export interface CacheReadCounts {
  readonly index: string;
  readonly fetched: number;
  readonly returned: number;
}

/** Notified of what happens in the cache of one resource. This one counts nothing. Methods must not throw. */
export class CacheMeter {
  /** A change has arrived from the store. */
  sawChange(): void {}

  /** A change was handed out to watchers. */
  sawDispatch(): void {}

  /** The resource was read from the store as a whole. */
  sawLoad(_objects: number, _seconds: number): void {}

  /** A watch has begun with so many objects. */
  sawInitialEvents(_count: number): void {}

  /** A watch was ended because its receiver is too slow. */
  sawSlowWatcher(): void {}

  /** A list was answered. */
  sawList(_counts: CacheReadCounts): void {}

  /** A list of the newest state has waited until the cache shows that, or has failed to. */
  sawConsistentRead(_isSuccess: boolean): void {}

  /** A read has waited so many seconds for the cache to be as new as it needs. */
  sawWait(_seconds: number): void {}
}
