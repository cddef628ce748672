import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeSharedStorageContract } from '../contract/shared-storage.contract.js';
import { describeStorageContract } from '../contract/storage.contract.js';
import { SharedStorage } from '../support/storage-shared.js';
import { openSqliteForTest } from '../support/storage-sqlite.js';

describeStorageContract('A shared store, seen by one process', async () => {
  const { storage: engine, advance } = await openSqliteForTest(':memory:');
  const storage = new SharedStorage(engine);
  return { storage, advance, delivered: () => nextTurn() };
});

describeSharedStorageContract('A shared store', async () => {
  const { storage: engine } = await openSqliteForTest(':memory:');
  const [first, second] = [new SharedStorage(engine), new SharedStorage(engine)];
  const close = async (): Promise<void> => {
    await first.close();
    await second.close();
    await engine.close();
  };
  return { first, second, hold: () => second.hold(), release: () => second.release(), close };
});
