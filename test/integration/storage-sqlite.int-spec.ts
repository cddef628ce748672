import { describeSoleWriterContract, describeStorageContract } from '../contract/storage.contract.js';
import { openSqliteForTest, removeStorageDirectories, storageDirectory } from '../support/storage-sqlite.js';

afterAll(removeStorageDirectories);

describeStorageContract('SqliteStorage on disk', async () => openSqliteForTest(await storageDirectory()));
describeStorageContract('SqliteStorage in memory', () => openSqliteForTest(':memory:'));
describeSoleWriterContract('SqliteStorage on disk', async () => openSqliteForTest(await storageDirectory()));
describeSoleWriterContract('SqliteStorage in memory', () => openSqliteForTest(':memory:'));
