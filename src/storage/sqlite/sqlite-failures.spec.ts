import { jest } from '@jest/globals';
import { unreachable } from '../storage-error.js';
import { History } from './history.js';
import { RecordInserts } from './record-inserts.js';
import { SqliteConnection } from './sqlite-connection.js';
import { SqliteStorage } from './sqlite-storage.js';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('SqliteStorage', () => {
  let storage: SqliteStorage;

  beforeEach(async () => {
    storage = await SqliteStorage.open({ directory: ':memory:' });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await storage.close();
  });

  /** Fails the next group of writes. */
  function failWrites(): void {
    jest.spyOn(RecordInserts.prototype, 'write').mockRejectedValueOnce(unreachable('disk full'));
  }

  describe('after a group of writes that failed', () => {
    it('has the keys as they were before the first of them', async () => {
      const created = await storage.create('/r/a', bytes('1'));
      failWrites();
      const update = storage.update('/r/a', bytes('2'), created);
      const writes = [update, storage.update('/r/a', bytes('3'), created + 1), storage.create('/r/b', bytes('1'))];
      const settled = await Promise.allSettled(writes);
      expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      expect((await storage.get('/r/a'))?.value.toString()).toBe('1');
      await storage.update('/r/a', bytes('4'), created);
      await storage.create('/r/b', bytes('2'));
    });

    it('makes a create that waited for one of them', async () => {
      failWrites();
      const failing = storage.create('/r/a', bytes('1'));
      const waiting = storage.create('/r/a', bytes('2'));
      await expect(failing).rejects.toThrow('disk full');
      await waiting;
      expect((await storage.get('/r/a'))?.value.toString()).toBe('2');
    });

    it('makes an update that waited for one of them', async () => {
      const created = await storage.create('/r/a', bytes('1'));
      failWrites();
      const failing = storage.update('/r/a', bytes('2'), created);
      const waiting = storage.update('/r/a', bytes('3'), created);
      await expect(failing).rejects.toThrow('disk full');
      await waiting;
      expect((await storage.get('/r/a'))?.value.toString()).toBe('3');
    });
  });

  describe('asked whether it can be written to', () => {
    let tried: number[];

    beforeEach(() => {
      tried = [];
      jest.spyOn(performance, 'now').mockReturnValue(performance.now());
      const { run } = SqliteConnection.prototype;
      jest.spyOn(SqliteConnection.prototype, 'run').mockImplementation(function (this: SqliteConnection, sql, values) {
        if (sql.includes('zeroblob')) tried.push(Number(values?.[1]));
        return run.call(this, sql, values);
      });
    });

    it('goes by a write that has just succeeded', async () => {
      const turns = jest.spyOn(SqliteConnection.prototype, 'run');
      await storage.create('/r/a', bytes('1'));
      turns.mockClear();
      await storage.checkWritable();
      expect(turns).not.toHaveBeenCalled();
    });

    it('tries as many bytes as a group that failed, unless as large a one has succeeded', async () => {
      await storage.create('/r/a', bytes('1'));
      failWrites();
      await Promise.allSettled([storage.create('/r/b', bytes('12345')), storage.create('/r/c', bytes('678'))]);
      await storage.create('/r/b', bytes('1234567'));
      await storage.checkWritable();
      expect(tried).toEqual([8]);
      failWrites();
      await Promise.allSettled([storage.create('/r/d', bytes('12345'))]);
      await storage.create('/r/d', bytes('12345'));
      await storage.checkWritable();
      expect(tried).toEqual([8]);
    });
  });

  describe('SqliteStorage.get()', () => {
    it('answers the next value where the first is compacted while it is read', async () => {
      const created = await storage.create('/r/a', bytes('1'));
      jest.spyOn(History.prototype, 'valueOf').mockImplementationOnce(async () => {
        await storage.compact(await storage.update('/r/a', bytes('2'), created));
        return undefined;
      });
      expect((await storage.get('/r/a'))?.value.toString()).toBe('2');
    });

    it('answers nothing where the row of a key is missing', async () => {
      await storage.create('/r/a', bytes('1'));
      const reading = jest.spyOn(History.prototype, 'valueOf').mockResolvedValueOnce(undefined);
      expect(await storage.get('/r/a')).toBeUndefined();
      expect(reading).toHaveBeenCalledTimes(1);
    });
  });

  describe('SqliteStorage.delete()', () => {
    const nothing = (): Promise<number> => Promise.resolve(0);
    it.each<[string, (created: number) => Promise<number>, (created: number) => number]>([
      ['that of its last write', (created) => storage.update('/r/a', bytes('2'), created), (created) => created + 1],
      ['its own where its row is missing', nothing, (created) => created],
      [
        'that of the store where it is gone',
        async (created) => {
          await storage.compact(await storage.delete('/r/a', created, bytes('1')));
          return 0;
        },
        (created) => created + 2,
      ],
    ])('conflicts with the revision of a key: %s', async (_name, meanwhile, revisionAfter) => {
      const created = await storage.create('/r/a', bytes('1'));
      jest.spyOn(History.prototype, 'valueOf').mockImplementationOnce(async () => {
        await meanwhile(created);
        await storage.create('/r/other', bytes('1'));
        return undefined;
      });
      const failure = await storage.delete('/r/a', created).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'Conflict', revision: revisionAfter(created) });
    });
  });
});
