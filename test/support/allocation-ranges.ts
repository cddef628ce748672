import type { MetricsRegistry } from '../../src/observability/index.js';
import { AllocationCounts, type RangeAllocations, StoredRangeAllocations } from '../../src/registry/index.js';
import { PlainValues, type Storage } from '../../src/storage/index.js';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';

/** Ranges over a new store in memory; what is given out is counted where there is a registry. */
export async function openRangesForTest(metrics?: MetricsRegistry): Promise<{
  readonly storage: Storage;
  readonly allocations: RangeAllocations;
  close(): Promise<void>;
}> {
  const storage = await SqliteStorage.open({ directory: ':memory:' });
  const allocations = new StoredRangeAllocations(storage, new PlainValues(), metrics && new AllocationCounts(metrics));
  return { storage, allocations, close: () => storage.close() };
}
