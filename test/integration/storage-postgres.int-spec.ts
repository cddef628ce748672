import { describeSharedStorageContract } from '../contract/shared-storage.contract.js';
import { describeStorageContract } from '../contract/storage.contract.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { SharedStorage } from '../support/storage-shared.js';

describeWithPostgres('PostgresStorage', () => {
  let postgres: PostgresProcess;

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  afterAll(async () => postgres.remove());

  describeStorageContract('on PostgreSQL', () => postgres.openStorage());
  describeStorageContract('on PostgreSQL without notifications', () => postgres.openStorage({ listens: false }));

  describeSharedStorageContract('on PostgreSQL', async () => {
    const { storage: first, schema } = await postgres.openStorage();
    const { storage: engine } = await postgres.openStorage({ schema });
    // Delays the changes that are reported soon.
    const second = new SharedStorage(engine);
    const close = async (): Promise<void> => {
      await first.close();
      await second.close();
      await engine.close();
    };
    return { first, second, hold: () => second.hold(), release: () => second.release(), close };
  });
});
