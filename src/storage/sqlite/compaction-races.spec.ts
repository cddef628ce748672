import { jest } from '@jest/globals';
import type { StorageEvent } from '../storage.js';
import { History } from './history.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { SqliteStorage } from './sqlite-storage.js';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('SqliteStorage, compacted or closed while it reads', () => {
  let storage: SqliteStorage;

  beforeEach(async () => {
    storage = await SqliteStorage.open({ directory: ':memory:' });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await storage.close();
  });

  /** Runs work during the next query of the history. */
  function during(question: 'changeBefore' | 'events', work: () => Promise<unknown>): void {
    const ask = History.prototype[question] as (this: History, ...parts: unknown[]) => Promise<never>;
    jest.spyOn(History.prototype, question).mockImplementationOnce(async function (this: History, ...parts) {
      const found = await ask.apply(this, parts);
      await work();
      return found;
    });
  }

  it('does not answer a deletion that the compaction gives up', async () => {
    const deleted = await storage.delete('/r/a', await storage.create('/r/a', bytes('1')));
    during('changeBefore', () => storage.compact(deleted));
    expect(await storage.changeBefore('/r/a')).toBeUndefined();
  });

  it('does not answer a value that was replaced at the compacted revision', async () => {
    const first = await storage.create('/r/a', bytes('1'));
    const second = await storage.update('/r/a', bytes('2'), first);
    during('changeBefore', () => storage.compact(second));
    expect(await storage.changeBefore('/r/a', second)).toBeUndefined();
  });

  it('answers the value that is still the newest', async () => {
    const first = await storage.create('/r/a', bytes('1'));
    during('changeBefore', () => storage.compact(first));
    expect(await storage.changeBefore('/r/a')).toMatchObject({ type: 'create', revision: first });
  });

  it('begins no watch in history that is given up', async () => {
    const first = await storage.create('/r/a', bytes('1'));
    const second = await storage.update('/r/a', bytes('2'), first);
    during('events', () => storage.compact(second));
    const seen: StorageEvent[] = [];
    const watch = storage.watch({ prefix: '/r/', afterRevision: 1 }, { onEvent: (event) => void seen.push(event) });
    await expect(watch).rejects.toMatchObject({ code: 'Compacted' });
    expect(seen).toEqual([]);
  });

  it('begins no watch once it is closed', async () => {
    await storage.create('/r/a', bytes('1'));
    during('events', () => Promise.resolve(void storage.close()));
    const seen: StorageEvent[] = [];
    const watch = storage.watch({ prefix: '/r/', afterRevision: 1 }, { onEvent: (event) => void seen.push(event) });
    await expect(watch).rejects.toThrow('the store is closed');
    expect(seen).toEqual([]);
  });

  it('makes a key whose deletion was compacted without an earlier row', async () => {
    await storage.compact(await storage.delete('/r/a', await storage.create('/r/a', bytes('1'))));
    const revision = await storage.create('/r/a', bytes('2'));
    const { database } = storage as unknown as { database: { reader: SqliteConnection } };
    const rows = await database.reader.all('SELECT revision, previous_revision AS previous FROM record');
    expect(rows).toEqual([{ revision, previous: 0 }]);
  });
});
