import type { MaybePromise } from '../../apimachinery/index.js';
import type { JoinedItems } from '../../codecs/index.js';
import { BlockWriter } from './block-writer.js';
import { KeptItems } from './kept-items.js';

/** The items of a list that may be asked for again. */
export interface ListedState {
  /** The owner of the lists: an object with the same lifetime. */
  readonly of: object;
  /** Identifies a list of one owner: equal names and versions mean equal bytes. */
  readonly name: string;
  /** Grows with every change to the objects among which these are. */
  readonly version: number;
}

/** The cached state of the lists of one name. */
interface Known {
  readonly version: number;
  /** True if something has changed since. */
  isOver: boolean;
  items: JoinedItems | undefined;
  bytes: number;
  /** True if it was asked for since it was last considered for giving up. */
  isWanted: boolean;
}

/** Shorter lists are not cached: assembling them again takes no more time. */
const LEAST_BYTES = 32 * 1024;
/** Lists that are copied at a time. */
const MOST_COPIES = 4;
/** Names of lists that are remembered of one owner. */
const MOST_NAMES = 1000;
/** Milliseconds that a list may go unasked for. */
const REST_MS = 5000;

/**
 * Keeps the joined items of lists that are asked for again while nothing has changed, as by many clients that begin at
 * once. The second that asks leaves them here, so that what is asked for once costs no memory; what was not asked for
 * during some seconds goes.
 */
export class ListMemo {
  private known = new WeakMap<object, Map<string, Known>>();
  private readonly kept = new Set<Known>();
  private bytes = 0;
  private copies = 0;
  private sweeping: NodeJS.Timeout | undefined;

  /** Lists longer than a quarter of `maxBytes` are not kept. */
  constructor(
    private readonly maxBytes: number,
    private readonly restMs = REST_MS,
  ) {}

  /** Bytes that are kept now. */
  get size(): number {
    return this.bytes;
  }

  /** Returns the items of a list: those that are kept, or as `join` makes them. */
  itemsOf(state: ListedState, join: () => JoinedItems): JoinedItems;
  itemsOf(state: ListedState, join: () => MaybePromise<JoinedItems>): MaybePromise<JoinedItems>;
  itemsOf(state: ListedState, join: () => MaybePromise<JoinedItems>): MaybePromise<JoinedItems> {
    const known = this.find(state);
    if (known === undefined) return join();
    known.isWanted = true;
    if (known.items) return known.items;
    const items = join();
    if (items instanceof Promise) return items.then((joined) => this.watched(known, joined));
    return this.watched(known, items);
  }

  /** The same items, which are kept when they have been gone through. */
  private watched(known: Known, items: JoinedItems): JoinedItems {
    const { length } = items;
    if (length !== undefined && (length < LEAST_BYTES || length > this.maxBytes / 4)) return items;
    return { ...items, pieces: this.keeping(known, items) };
  }

  /** Returns the state of a list that was requested before in this version; otherwise only records the request. */
  private find({ of, name, version }: ListedState): Known | undefined {
    let named = this.known.get(of);
    if (!named) this.known.set(of, (named = new Map<string, Known>()));
    const known = named.get(name);
    if (known?.version === version) return known;
    if (known) this.end(known);
    if (named.size >= MOST_NAMES) named.clear();
    named.set(name, { version, isOver: false, items: undefined, bytes: 0, isWanted: false });
    return undefined;
  }

  /** Copies pieces as they are gone through. Few do at a time, since it is unknown when a client reads on. */
  private *keeping(known: Known, { pieces, count }: JoinedItems): Generator<Uint8Array> {
    if (this.copies >= MOST_COPIES) return yield* pieces;
    const copy = new BlockWriter(this.maxBytes / 4);
    this.copies += 1;
    try {
      for (const piece of pieces) {
        copy.write(piece);
        yield piece;
      }
    } finally {
      this.copies -= 1;
    }
    const { length } = copy;
    if (copy.isFull || length < LEAST_BYTES || known.items || known.isOver) return;
    this.keep(known, new KeptItems(copy.end(), count, (zipped) => this.grow(known, zipped)));
  }

  private keep(known: Known, items: KeptItems): void {
    known.items = items;
    this.kept.add(known);
    this.grow(known, items.length);
    this.sweeping ??= setInterval(() => this.sweep(), this.restMs).unref();
  }

  private grow(known: Known, bytes: number): void {
    if (!this.kept.has(known)) return;
    known.bytes += bytes;
    this.bytes += bytes;
    for (const oldest of this.kept) {
      if (this.bytes <= this.maxBytes) break;
      this.forget(oldest);
    }
  }

  private sweep(): void {
    for (const known of this.kept) {
      if (!known.isWanted) this.forget(known);
      known.isWanted = false;
    }
    if (this.kept.size > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  private end(known: Known): void {
    known.isOver = true;
    this.forget(known);
  }

  private forget(known: Known): void {
    if (!this.kept.delete(known)) return;
    this.bytes -= known.bytes;
    known.bytes = 0;
    known.items = undefined;
  }
}
