import {
  compacted,
  type RangeOptions,
  type Storage,
  type StorageEvent,
  type StorageListener,
  type StoredValue,
  type WatchOptions,
} from '../../src/storage/index.js';
import type { ChangeFeed } from '../../src/storage/watch-cache/resource-cache.js';
import { RevisionClock } from '../../src/storage/watch-cache/revision-clock.js';

/** The prefix of the keys of the one resource. */
export const PODS = '/registry/pods/';

/** A value of that resource; its text is its name where none is given. */
export function valueOf(name: string, revision: number, text = name): StoredValue {
  return { key: PODS + name, value: Buffer.from(text), revision, createRevision: revision };
}

/** A change of that resource. */
export function changeOf(name: string, revision: number, type: StorageEvent['type'] = 'create'): StorageEvent {
  return { type, ...valueOf(name, revision) };
}

/** A watch of the store that a test answers. */
export interface ScriptedWatch {
  readonly options: WatchOptions;
  readonly listener: StorageListener;
  isClosed: boolean;
}

/** A store, and what follows it, that do what a test says. */
export class ScriptedFeed implements ChangeFeed {
  readonly clock = new RevisionClock(() => this.newest);
  /** The revision of the store. */
  newest = 10;
  values: StoredValue[] = [];
  /** Reads of the values so far. */
  readonly reads: RangeOptions[] = [];
  readonly watches: ScriptedWatch[] = [];
  /** Called before each read is answered; may wait, or throw. */
  beforeRead: (options: RangeOptions) => void | Promise<void> = () => {};
  /** Called by each watch, which is established when this has settled: by default when it is given up. */
  onWatch: (watch: ScriptedWatch) => Promise<void> = ({ options }) =>
    new Promise((resolve) => options.signal?.addEventListener('abort', () => resolve(), { once: true }));
  /** The store's revision as it answers. */
  ask: () => number | Promise<number> = () => this.newest;

  readonly storage = {
    currentRevision: () => this.ask(),
    range: async (_prefix: string, options: RangeOptions) => {
      this.reads.push(options);
      const { newest } = this;
      await this.beforeRead(options);
      const { limit = 0, startAfter = '' } = options;
      const rest = this.values.filter(({ key }) => key > startAfter);
      return { items: rest.slice(0, limit), more: rest.length > limit, revision: options.revision ?? newest };
    },
    watch: async (options: WatchOptions, listener: StorageListener) => {
      const watch = { options, listener, isClosed: false };
      this.watches.push(watch);
      await this.onWatch(watch);
      return { close: () => void (watch.isClosed = true) };
    },
  } as unknown as Storage;

  start(): Promise<void> {
    return Promise.resolve();
  }

  /** Fails the next read as the store does for a compacted revision, and the later ones not. */
  compactOnce(): void {
    this.beforeRead = ({ revision = 0 }) => {
      this.beforeRead = () => {};
      throw compacted(revision, this.newest);
    };
  }

  /** Holds the next read until the answer is called, and the later ones not. */
  holdRead(): () => void {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    this.beforeRead = () => {
      this.beforeRead = () => {};
      return held;
    };
    return release;
  }
}
