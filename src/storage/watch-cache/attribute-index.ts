import { eachInSlices } from '../../observability/index.js';
import type { CacheEntry } from './cache-entry.js';

/** A necessary condition of a filter: one of some values of a label or of a selectable field. */
export interface Narrowing {
  readonly of: 'labels' | 'fields';
  readonly name: string;
  /** None of them empty: what an entry lacks is not found. */
  readonly values: readonly string[];
}

/** Entries that are looked at between two looks at the clock. */
const STRIDE = 16;

/** The keys of entries by the value of one label or field. */
export class AttributeIndex {
  /** True if all entries are in it. */
  isComplete = false;
  /** A value that one entry alone has needs no set. */
  private readonly keys = new Map<string, string | Set<string>>();

  constructor(private readonly attribute: Pick<Narrowing, 'of' | 'name'>) {}

  /** Takes in entries in turns with others. Those that change meanwhile have to be replaced here as well. */
  async fill(entries: ReadonlyMap<string, CacheEntry>): Promise<void> {
    await eachInSlices(entries.values(), (entry) => this.add(entry), { stride: STRIDE });
    this.isComplete = true;
  }

  /** Replaces an entry; the former or the new one may be missing. */
  replace(previous: CacheEntry | undefined, entry: CacheEntry | undefined): void {
    const [before, after] = [previous && this.valueOf(previous), entry && this.valueOf(entry)];
    if (before === after) return;
    if (before !== undefined) this.remove(before, previous!.key);
    if (entry) this.add(entry);
  }

  /** Returns how many entries have one of the values. */
  count(values: readonly string[]): number {
    return values.reduce((sum, value) => sum + sizeOf(this.keys.get(value)), 0);
  }

  /** Returns the keys of the entries that have one of the values, in order. */
  keysOf(values: readonly string[]): string[] {
    const found = values.flatMap((value) => {
      const keys = this.keys.get(value) ?? [];
      return typeof keys === 'string' ? keys : [...keys];
    });
    return found.sort();
  }

  private add(entry: CacheEntry): void {
    const value = this.valueOf(entry);
    if (value === undefined) return;
    const keys = this.keys.get(value);
    if (keys === undefined || keys === entry.key) this.keys.set(value, entry.key);
    else if (typeof keys === 'string') this.keys.set(value, new Set([keys, entry.key]));
    else keys.add(entry.key);
  }

  private remove(value: string, key: string): void {
    const keys = this.keys.get(value);
    if (keys === key) this.keys.delete(value);
    if (typeof keys !== 'object' || !keys.delete(key)) return;
    if (keys.size === 0) this.keys.delete(value);
  }

  private valueOf(entry: CacheEntry): string | undefined {
    const { of, name } = this.attribute;
    const members = entry[of];
    return members && Object.hasOwn(members, name) ? members[name] : undefined;
  }
}

function sizeOf(keys: string | ReadonlySet<string> | undefined): number {
  if (keys === undefined) return 0;
  return typeof keys === 'string' ? 1 : keys.size;
}
