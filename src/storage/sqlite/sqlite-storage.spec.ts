import { History } from './history.js';
import { SqliteStorage } from './sqlite-storage.js';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('SqliteStorage.range()', () => {
  const { range } = History.prototype;
  let storage: SqliteStorage;

  beforeEach(async () => {
    storage = await SqliteStorage.open({ directory: ':memory:' });
  });

  afterEach(async () => {
    History.prototype.range = range;
    await storage.close();
  });

  /** Writes another revision, and compacts all before it, while the first read is in progress. */
  function compactDuringRead(): void {
    History.prototype.range = async function (...args) {
      History.prototype.range = range;
      const rows = await range.apply(this, args);
      await storage.compact(await storage.create('/r/late', bytes('late')));
      return rows;
    };
  }

  it('answers a newer state when the newest at its start is given up meanwhile', async () => {
    await storage.create('/r/early', bytes('early'));
    compactDuringRead();
    const { items, revision } = await storage.range('/r/');
    expect(items.map(({ key }) => key)).toEqual(['/r/early', '/r/late']);
    expect(revision).toBe(storage.currentRevision());
  });

  it('rejects with Compacted when a named revision is given up meanwhile', async () => {
    const revision = await storage.create('/r/early', bytes('early'));
    compactDuringRead();
    await expect(storage.range('/r/', { revision })).rejects.toMatchObject({ code: 'Compacted' });
  });
});

describe('SqliteStorage.open()', () => {
  it('begins an empty store at revision 1, which no write has', async () => {
    const storage = await SqliteStorage.open({ directory: ':memory:' });
    expect([storage.currentRevision(), await storage.create('/r/a', bytes('1'))]).toEqual([1, 2]);
    await storage.close();
  });
});

describe('SqliteStorage.create() with a time to live', () => {
  it('keeps what has time left, whatever is done to the clock of the day', async () => {
    const storage = await SqliteStorage.open({ directory: ':memory:' });
    await storage.create('/r/a', bytes('1'), { ttlSeconds: 3600 });
    const { now } = Date;
    Date.now = () => now() + 86_400_000;
    await storage.sweepExpired();
    Date.now = now;
    expect(await storage.get('/r/a')).toBeDefined();
    await storage.close();
  });
});
