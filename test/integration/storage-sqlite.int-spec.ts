import { describeSoleWriterContract, describeStorageContract } from '../contract/storage.contract.js';
import { openSqliteForTest, removeStorageDirectories, storageDirectory } from '../support/storage-sqlite.js';

afterAll(removeStorageDirectories);

describeStorageContract('SqliteStorage on disk', async () => openSqliteForTest(await storageDirectory()));
describeSoleWriterContract('SqliteStorage on disk', async () => openSqliteForTest(await storageDirectory()));
