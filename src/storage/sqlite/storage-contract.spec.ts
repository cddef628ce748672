import { describeSoleWriterContract, describeStorageContract } from '../../../test/contract/storage.contract.js';
import { openSqliteForTest } from '../../../test/support/storage-sqlite.js';

describeStorageContract('SqliteStorage in memory', () => openSqliteForTest(':memory:'));
describeSoleWriterContract('SqliteStorage in memory', () => openSqliteForTest(':memory:'));
