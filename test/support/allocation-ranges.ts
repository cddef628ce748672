import { type RangeAllocations, StoredRangeAllocations } from '../../src/registry/index.js';
import { PlainValues, type Storage } from '../../src/storage/index.js';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';

/** Ranges over a new store in memory. */
export async function openRangesForTest(): Promise<{
  readonly storage: Storage;
  readonly allocations: RangeAllocations;
  close(): Promise<void>;
}> {
  const storage = await SqliteStorage.open({ directory: ':memory:' });
  const allocations = new StoredRangeAllocations(storage, new PlainValues());
  return { storage, allocations, close: () => storage.close() };
}
