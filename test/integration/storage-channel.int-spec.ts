import { describeSharedStorageContract } from '../contract/shared-storage.contract.js';
import { type OpenedStorage, describeStorageContract } from '../contract/storage.contract.js';
import { ChannelStorages } from '../support/storage-channel.js';
import { SharedStorage } from '../support/storage-shared.js';
import { openSqliteForTest, removeStorageDirectories, storageDirectory } from '../support/storage-sqlite.js';

const opened = new Set<ChannelStorages>();

afterEach(async () => {
  for (const storages of opened) await storages.close();
  opened.clear();
});
afterAll(removeStorageDirectories);

async function openChannel(directory: string): Promise<ChannelStorages & Pick<OpenedStorage, 'advance'>> {
  const { storage: engine, advance } = await openSqliteForTest(directory);
  const storages = Object.assign(new ChannelStorages(engine), { advance });
  opened.add(storages);
  return storages;
}

describeStorageContract('A store behind a channel', async () => {
  const storages = await openChannel(await storageDirectory());
  const storage = await storages.connect();
  // Events are sent ahead of the replies of the writes that made them, and of the answer to a question.
  return { storage, advance: storages.advance, delivered: async () => void (await storage.currentRevision()) };
});

describeSharedStorageContract('A store behind channels', async () => {
  const storages = await openChannel(':memory:');
  const held = new SharedStorage(storages.engine);
  const [first, second] = [await storages.connect(), await storages.connect(held)];
  return { first, second, hold: () => held.hold(), release: () => held.release(), close: () => storages.close() };
});
