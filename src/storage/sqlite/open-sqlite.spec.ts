import { writeFile } from 'node:fs/promises';
import { StoreDirectory } from '../../../test/support/store-directory.js';
import { createLogger } from '../../observability/index.js';
import { openSqlite } from './open-sqlite.js';

const store = StoreDirectory.forEachTest();

describe('openSqlite()', () => {
  it('logs that a store was rolled back, and what it has lost', async () => {
    await store.open();
    await store.close();
    await writeFile(store.path('binnacle.revision'), 'revision 0000000000000042 done\n');
    const lines: string[] = [];
    const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
    const storage = await openSqlite({ logger, directory: store.directory, acceptsOlder: true });
    expect(storage.currentRevision()).toBe(1_000_042);
    await storage.close();
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'error', msg: 'the store was rolled back', marked: 42, resumed: 1_000_042 },
    ]);
  });
});
