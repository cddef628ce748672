import type { CacheEntry, EntryView } from '../../storage/index.js';

/** Estimated overhead in bytes of a view. */
const OVERHEAD = 200;

/**
 * Keeps wire forms of entries besides their own, all together within a bound: what was not read since it was last
 * considered goes first (the clock algorithm). A form stands with its entry and goes with it.
 */
export class ViewMemo {
  private queue: EntryView[] = [];
  /** Before it in the queue nothing is left to consider. */
  private next = 0;
  private bytes = 0;

  /** Views larger than a sixteenth of `maxBytes` are not kept. */
  constructor(private readonly maxBytes: number) {}

  /** Bytes that are kept now. */
  get size(): number {
    return this.bytes;
  }

  /** Returns the view of an entry that a name stands for, while it is kept. */
  get(entry: CacheEntry, name: string): Buffer | undefined {
    const view = viewOf(entry, name);
    if (view?.bytes === undefined) return undefined;
    view.isWanted = true;
    return view.bytes;
  }

  /** Returns the size of a view that was made before, kept or not. */
  sizeOf(entry: CacheEntry, name: string): number | undefined {
    return viewOf(entry, name)?.size;
  }

  /** Keeps a view, and returns it. The same entry and name have to give the same bytes always. */
  keep(entry: CacheEntry, name: string, bytes: Buffer): Buffer {
    const known = viewOf(entry, name);
    if (known?.bytes !== undefined) return bytes;
    const view = known ?? (entry.views = newView(name, bytes.length, entry.views));
    if (bytes.length > this.maxBytes / 16) return bytes;
    view.bytes = bytes;
    view.isWanted = false;
    this.add(view);
    return bytes;
  }

  private add(view: EntryView): void {
    this.queue.push(view);
    this.bytes += view.size + OVERHEAD;
    while (this.bytes > this.maxBytes) this.consider(this.queue[this.next++]);
    if (this.next * 2 <= this.queue.length) return;
    this.queue = this.queue.slice(this.next);
    this.next = 0;
  }

  private consider(view: EntryView): void {
    if (view.isWanted) {
      view.isWanted = false;
      this.queue.push(view);
      return;
    }
    view.bytes = undefined;
    this.bytes -= view.size + OVERHEAD;
  }
}

function newView(name: string, size: number, next: EntryView | undefined): EntryView {
  return { name, bytes: undefined, size, isWanted: false, next };
}

function viewOf({ views }: CacheEntry, name: string): EntryView | undefined {
  let view = views;
  while (view && view.name !== name) view = view.next;
  return view;
}
