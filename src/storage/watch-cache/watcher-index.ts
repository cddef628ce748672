import type { CacheEvent } from './cache-entry.js';

/** A receiver of live events. */
export interface LiveWatcher {
  /** A prefix that ends in `/`, or one whole key. */
  readonly scope: string;
  deliver(event: CacheEvent): void;
}

/**
 * The live watchers of one resource by scope. An event finds its watchers by looking up the parts of its key, so the
 * watchers of other namespaces and names cost it nothing.
 */
export class WatcherIndex {
  private readonly byScope = new Map<string, Set<LiveWatcher>>();

  /** `prefix` is that of the resource and ends in `/`. */
  constructor(private readonly prefix: string) {}

  /** Adds a watcher that has seen everything up to now. */
  add(watcher: LiveWatcher): void {
    const watchers = this.byScope.get(watcher.scope);
    if (watchers) watchers.add(watcher);
    else this.byScope.set(watcher.scope, new Set([watcher]));
  }

  /** Removes a watcher; one that is not there does no harm. */
  delete(watcher: LiveWatcher): void {
    const watchers = this.byScope.get(watcher.scope);
    if (watchers?.delete(watcher) && watchers.size === 0) this.byScope.delete(watcher.scope);
  }

  /** Delivers an event to every watcher whose scope covers its key. */
  dispatch(event: CacheEvent): void {
    if (this.byScope.size === 0) return;
    const ofAll = this.byScope.get(this.prefix);
    // Most resources are watched as a whole only: then their keys need not be taken apart.
    if (ofAll && this.byScope.size === 1) return deliverTo(ofAll, event);
    const { key } = event.entry;
    for (let slash = this.prefix.length - 1; slash !== -1; slash = key.indexOf('/', slash + 1)) {
      this.deliver(key.slice(0, slash + 1), event);
    }
    this.deliver(key, event);
  }

  private deliver(scope: string, event: CacheEvent): void {
    const watchers = this.byScope.get(scope);
    if (watchers) deliverTo(watchers, event);
  }
}

function deliverTo(watchers: ReadonlySet<LiveWatcher>, event: CacheEvent): void {
  for (const watcher of watchers) watcher.deliver(event);
}

/** Reports whether a watch of this scope covers this key. */
export function covers(scope: string, key: string): boolean {
  return scope.endsWith('/') ? key.startsWith(scope) : key === scope;
}
