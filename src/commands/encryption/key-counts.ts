import { type StoredForm, type StoredRow, isUnderKey, storedFormOf } from '../../storage/index.js';
import type { ResourceNames } from './resource-names.js';

/** The values of a resource under one key. */
export interface KeyCount extends StoredForm {
  readonly resource: string;
  /** Current values: the newest of each key. */
  values: number;
  /** Values of former revisions, which compaction deletes. */
  former: number;
}

/** The rows of a store: all, or only the newest of keys that exist. */
export type ReadRows = (newest: boolean) => AsyncIterable<readonly StoredRow[]>;

/** Values under a key: current ones and those of former revisions. */
export interface KeyUse {
  readonly values: number;
  readonly former: number;
}

/** Counts every value of a store by its resource and the key it is under, sorted by both. */
export async function countKeys(read: ReadRows, names: ResourceNames): Promise<KeyCount[]> {
  const counts = new Map<string, KeyCount>();
  const countOf = ({ key: path, value }: StoredRow): KeyCount => {
    const resource = names.of(path);
    const { provider, key } = storedFormOf(value);
    const id = [resource, provider, key].join('\u0000');
    const known = counts.get(id) ?? { resource, provider, key, values: 0, former: 0 };
    counts.set(id, known);
    return known;
  };
  for await (const row of valuesIn(read(true))) countOf(row).values++;
  for await (const row of valuesIn(read(false))) countOf(row).former++;
  // The second reading has the current values, too; it may lack some that were replaced and compacted meanwhile.
  for (const count of counts.values()) count.former = Math.max(0, count.former - count.values);
  return [...counts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
}

/** Counts the values under the key of a name, whatever their resource and provider. */
export async function countUses(read: ReadRows, name: string): Promise<KeyUse> {
  let [values, all] = [0, 0];
  for await (const { value } of valuesIn(read(true))) if (isUnderKey(value, name)) values++;
  for await (const { value } of valuesIn(read(false))) if (isUnderKey(value, name)) all++;
  return { values, former: Math.max(0, all - values) };
}

/** The rows with a value: engines may keep a deletion without. */
async function* valuesIn(pages: AsyncIterable<readonly StoredRow[]>): AsyncGenerator<StoredRow> {
  for await (const page of pages) yield* page.filter(({ value }) => value.length > 0);
}
