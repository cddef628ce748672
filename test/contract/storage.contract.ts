import { type Storage, WatchCache } from '../../src/storage/index.js';
import { ingestText } from '../support/storage-cache.js';
import { eventually, RecordingListener } from '../support/storage-recorder.js';

/** A store under test. */
export interface OpenedStorage {
  readonly storage: Storage;
  /** Moves the store's clock forward. Expired keys must then go soon. */
  advance(seconds: number): Promise<void>;
  /** Resolves when watches have received every acknowledged write. */
  delivered(): Promise<void>;
}

const bytes = (text: string): Buffer => Buffer.from(text);
const code = (value: string): object => expect.objectContaining({ code: value });

/** The tests every storage engine passes. `open` answers a new, empty store each time; the suite closes it. */
export function describeStorageContract(name: string, open: () => Promise<OpenedStorage>): void {
  describe(`${name}: the storage contract`, () => {
    let opened: OpenedStorage;
    let storage: Storage;

    beforeEach(async () => {
      opened = await open();
      storage = opened.storage;
    });
    afterEach(async () => storage.close());

    const createMany = async (prefix: string, names: string[]): Promise<void> => {
      await Promise.all(names.map((item) => storage.create(`${prefix}${item}`, bytes(item))));
    };

    describe('create()', () => {
      it('answers a revision greater than any before', async () => {
        const before = await storage.currentRevision();
        const first = await storage.create('/r/a', bytes('1'));
        const second = await storage.create('/r/b', bytes('2'));
        expect(before).toBeGreaterThanOrEqual(1);
        expect(first).toBeGreaterThan(before);
        expect(second).toBeGreaterThan(first);
        expect(await storage.currentRevision()).toBe(second);
      });

      it('rejects with KeyExists when the key is there', async () => {
        await storage.create('/r/a', bytes('1'));
        await expect(storage.create('/r/a', bytes('2'))).rejects.toEqual(code('KeyExists'));
        expect((await storage.get('/r/a'))?.value.toString()).toBe('1');
      });

      it('lets exactly one of many concurrent creates of a key win', async () => {
        const attempts = Array.from({ length: 20 }, (_, i) => storage.create('/r/a', bytes(`${i}`)));
        const results = await Promise.allSettled(attempts);
        const rejected = results.filter((result) => result.status === 'rejected');
        expect(rejected).toHaveLength(19);
        expect(rejected.map((result) => result.reason)).toEqual(Array(19).fill(code('KeyExists')));
      });

      it('creates a deleted key again, with a new create revision', async () => {
        const first = await storage.create('/r/a', bytes('1'));
        await storage.delete('/r/a', first);
        const second = await storage.create('/r/a', bytes('2'));
        expect(await storage.get('/r/a')).toMatchObject({ revision: second, createRevision: second });
      });

      it('keeps an empty value and one of a megabyte', async () => {
        const large = Buffer.alloc(1 << 20, 7);
        await Promise.all([storage.create('/r/empty', Buffer.alloc(0)), storage.create('/r/large', large)]);
        expect((await storage.get('/r/empty'))?.value).toHaveLength(0);
        expect((await storage.get('/r/large'))?.value.equals(large)).toBe(true);
      });

      it('keeps keys of any characters and any bytes, written at once', async () => {
        const keys = ['/r/"', '/r/\\', '/r/a b', '/r/\n', '/r/ü', '/r/\u{1f6a2}', '/r/[1]', '/r/0'];
        const values = keys.map((_, index) => Buffer.from([0, index, 255, 34, 92]).subarray(0, index));
        await Promise.all(keys.map((key, index) => storage.create(key, values[index])));
        const { items } = await storage.range('/r/');
        const found = new Map(items.map(({ key, value }) => [key, value.toString('hex')]));
        expect(found).toEqual(new Map(keys.map((key, index) => [key, values[index].toString('hex')])));
      });
    });

    describe('update()', () => {
      it('replaces the value and keeps the create revision', async () => {
        const created = await storage.create('/r/a', bytes('1'));
        const updated = await storage.update('/r/a', bytes('2'), created);
        expect(updated).toBeGreaterThan(created);
        const value = await storage.get('/r/a');
        expect(value).toEqual({ key: '/r/a', value: bytes('2'), revision: updated, createRevision: created });
      });

      it('rejects with Conflict at another revision and KeyNotFound without the key', async () => {
        const created = await storage.create('/r/a', bytes('1'));
        const updated = await storage.update('/r/a', bytes('2'), created);
        await expect(storage.update('/r/a', bytes('3'), created)).rejects.toEqual(code('Conflict'));
        await expect(storage.update('/r/b', bytes('3'), created)).rejects.toEqual(code('KeyNotFound'));
        await storage.delete('/r/a', updated);
        await expect(storage.update('/r/a', bytes('3'), updated)).rejects.toEqual(code('KeyNotFound'));
      });

      it('lets exactly one of many concurrent updates from one revision win', async () => {
        const created = await storage.create('/r/a', bytes('0'));
        const attempts = Array.from({ length: 20 }, (_, i) => storage.update('/r/a', bytes(`${i + 1}`), created));
        const results = await Promise.allSettled(attempts);
        const won = results.findIndex((result) => result.status === 'fulfilled');
        expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
        expect((await storage.get('/r/a'))?.value.toString()).toBe(`${won + 1}`);
      });

      it('loses no increment of a counter under contention', async () => {
        await storage.create('/r/counter', bytes('0'));
        const increment = async (): Promise<void> => {
          for (;;) {
            const { value, revision } = (await storage.get('/r/counter'))!;
            const next = bytes(String(Number(value.toString()) + 1));
            const written = await storage.update('/r/counter', next, revision).catch(() => 0);
            if (written) return;
          }
        };
        await Promise.all(Array.from({ length: 12 }, increment));
        expect((await storage.get('/r/counter'))?.value.toString()).toBe('12');
      });
    });

    describe('delete()', () => {
      it('takes the key away and makes a revision', async () => {
        const created = await storage.create('/r/a', bytes('1'));
        const deleted = await storage.delete('/r/a', created);
        expect(deleted).toBeGreaterThan(created);
        expect(await storage.currentRevision()).toBe(deleted);
        expect(await storage.get('/r/a')).toBeUndefined();
      });

      it('rejects with Conflict at another revision and KeyNotFound without the key', async () => {
        const created = await storage.create('/r/a', bytes('1'));
        const updated = await storage.update('/r/a', bytes('2'), created);
        await expect(storage.delete('/r/a', created)).rejects.toEqual(code('Conflict'));
        await expect(storage.delete('/r/b', created)).rejects.toEqual(code('KeyNotFound'));
        await storage.delete('/r/a', updated);
        await expect(storage.delete('/r/a', updated)).rejects.toEqual(code('KeyNotFound'));
      });

      it('lets exactly one of a concurrent update and delete win', async () => {
        const created = await storage.create('/r/a', bytes('1'));
        const results = await Promise.allSettled([
          storage.update('/r/a', bytes('2'), created),
          storage.delete('/r/a', created),
        ]);
        expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      });
    });

    describe('get()', () => {
      it('answers undefined for a key that never was', async () => {
        expect(await storage.get('/r/a')).toBeUndefined();
      });

      it('sees a write that was begun before it', async () => {
        const writing = storage.create('/r/a', bytes('1'));
        expect((await storage.get('/r/a'))?.value.toString()).toBe('1');
        await writing;
      });

      it('answers the state at an older revision', async () => {
        const created = await storage.create('/r/a', bytes('1'));
        const updated = await storage.update('/r/a', bytes('2'), created);
        const deleted = await storage.delete('/r/a', updated);
        const at = async (revision: number): Promise<string | undefined> =>
          (await storage.get('/r/a', { revision }))?.value.toString();
        expect([await at(created - 1), await at(created), await at(updated), await at(deleted)]).toEqual([
          undefined,
          '1',
          '2',
          undefined,
        ]);
      });

      it('rejects with TooLargeRevision for one that has not happened', async () => {
        const current = await storage.currentRevision();
        await expect(storage.get('/r/a', { revision: current + 1 })).rejects.toEqual(code('TooLargeRevision'));
      });
    });

    describe('changeBefore()', () => {
      const changes = async (): Promise<string[]> => {
        const found: string[] = [];
        for (let before: number | undefined; ;) {
          const change = await storage.changeBefore('/a/k', before);
          if (!change) return found;
          found.push(`${change.type} ${change.value.toString()}`);
          before = change.revision;
        }
      };

      it('walks through the changes of one key, those of earlier lives too, the newest first', async () => {
        const first = await storage.create('/a/k', bytes('one'));
        const second = await storage.update('/a/k', bytes('two'), first);
        await storage.create('/a/key', bytes('other'));
        await storage.delete('/a/k', second, bytes('gone'));
        await storage.create('/a/k', bytes('three'));
        expect(await changes()).toEqual(['create three', 'delete gone', 'update two', 'create one']);
      });

      it('answers undefined for a key that never was', async () => {
        await storage.create('/a/key', bytes('other'));
        expect(await storage.changeBefore('/a/never')).toBeUndefined();
      });

      it('goes as far back as the state at the compacted revision', async () => {
        const first = await storage.create('/a/k', bytes('one'));
        const second = await storage.update('/a/k', bytes('two'), first);
        const other = await storage.create('/a/key', bytes('other'));
        await storage.update('/a/k', bytes('three'), second);
        await storage.compact(other);
        expect(await changes()).toEqual(['update three', 'update two']);
      });

      it('forgets a deletion that was compacted', async () => {
        const first = await storage.create('/a/k', bytes('one'));
        await storage.delete('/a/k', first);
        await storage.compact(await storage.create('/a/key', bytes('other')));
        expect(await changes()).toEqual([]);
      });
    });

    describe('range()', () => {
      it('answers what starts with the prefix, in order, and nothing else', async () => {
        await createMany('/r/pods/', ['b/2', 'a/1', 'b/1', 'a-b/1']);
        await createMany('/r/pod', ['', 's', 's0']);
        const { items, more, revision } = await storage.range('/r/pods/');
        expect(items.map((item) => item.key)).toEqual(['/r/pods/a-b/1', '/r/pods/a/1', '/r/pods/b/1', '/r/pods/b/2']);
        expect(items[3]?.value.toString()).toBe('b/2');
        expect(more).toBe(false);
        expect(revision).toBe(await storage.currentRevision());
      });

      it('pages through a prefix at one revision while it changes', async () => {
        await createMany('/r/', ['a', 'b', 'c', 'd', 'e']);
        const first = await storage.range('/r/', { limit: 2 });
        expect(first.more).toBe(true);
        await storage.delete('/r/c', (await storage.get('/r/c'))!.revision);
        await storage.create('/r/bb', bytes('new'));
        const second = await storage.range('/r/', { limit: 2, startAfter: '/r/b', revision: first.revision });
        const third = await storage.range('/r/', { limit: 2, startAfter: '/r/d', revision: first.revision });
        const names = [first, second, third].flatMap((page) => page.items.map((item) => item.key));
        expect(names).toEqual(['/r/a', '/r/b', '/r/c', '/r/d', '/r/e']);
        expect([second.more, third.more]).toEqual([true, false]);
      });

      it('says there is no more when the limit is just reached', async () => {
        await createMany('/r/', ['a', 'b']);
        expect(await storage.range('/r/', { limit: 2 })).toMatchObject({ more: false });
      });

      it('rejects with TooLargeRevision for one that has not happened', async () => {
        const revision = (await storage.currentRevision()) + 1;
        await expect(storage.range('/r/', { revision })).rejects.toEqual(code('TooLargeRevision'));
      });
    });

    describe('watch()', () => {
      it('delivers live changes of the prefix', async () => {
        const listener = new RecordingListener();
        await storage.watch({ prefix: '/r/a/' }, listener);
        const created = await storage.create('/r/a/1', bytes('1'));
        await opened.delivered();
        expect(listener.lines()).toEqual(['create /r/a/1 1']);
        const updated = await storage.update('/r/a/1', bytes('2'), created);
        await storage.create('/r/b/1', bytes('other'));
        await storage.delete('/r/a/1', updated, bytes('last'));
        await opened.delivered();
        expect(listener.lines()).toEqual(['create /r/a/1 1', 'update /r/a/1 2', 'delete /r/a/1 last']);
        expect(listener.events.map((event) => event.createRevision)).toEqual([created, created, created]);
      });

      it('carries the stored value on a delete that was not given one', async () => {
        const listener = new RecordingListener();
        const created = await storage.create('/r/a', bytes('1'));
        await storage.watch({ prefix: '/r/' }, listener);
        await storage.delete('/r/a', created);
        await opened.delivered();
        expect(listener.lines()).toEqual(['delete /r/a 1']);
      });

      it('hands on the very Buffer that was written', async () => {
        const listener = new RecordingListener();
        await storage.watch({ prefix: '/r/' }, listener);
        const values = [bytes('1'), bytes('2'), bytes('3')] as const;
        const created = await storage.create('/r/a', values[0]);
        const updated = await storage.update('/r/a', values[1], created);
        await storage.delete('/r/a', updated, values[2]);
        await opened.delivered();
        expect(listener.events.map((event, i) => event.value === values[i])).toEqual([true, true, true]);
      });

      it('reports progress for changes it does not watch', async () => {
        const listener = new RecordingListener();
        await storage.watch({ prefix: '/r/a/' }, listener);
        const revision = await storage.create('/r/b/1', bytes('1'));
        await opened.delivered();
        expect(listener.progress).toBe(revision);
        expect(listener.events).toEqual([]);
      });

      it('replays history with the state before', async () => {
        const start = await storage.currentRevision();
        const created = await storage.create('/r/a', bytes('1'));
        const updated = await storage.update('/r/a', bytes('2'), created);
        await storage.delete('/r/a', updated);
        await storage.create('/r/a', bytes('3'));
        const listener = new RecordingListener();
        await storage.watch({ prefix: '/r/', afterRevision: start }, listener);
        expect(listener.lines()).toEqual(['create /r/a 1', 'update /r/a 2', 'delete /r/a 2', 'create /r/a 3']);
        expect(listener.events.map((event) => event.previous?.value.toString())).toEqual([
          undefined,
          '1',
          '2',
          undefined,
        ]);
      });

      it('replays only what is after the revision', async () => {
        await storage.create('/r/a', bytes('1'));
        const revision = await storage.create('/r/b', bytes('2'));
        await storage.create('/r/c', bytes('3'));
        const listener = new RecordingListener();
        await storage.watch({ prefix: '/r/', afterRevision: revision }, listener);
        expect(listener.lines()).toEqual(['create /r/c 3']);
      });

      it('goes over from history to live without gap or duplicate under load', async () => {
        const start = await storage.currentRevision();
        const written: number[] = [];
        const write = async (worker: number): Promise<void> => {
          for (let i = 0; i < 60; i++) written.push(await storage.create(`/r/${worker}-${i}`, bytes('x')));
        };
        const writing = Promise.all(Array.from({ length: 16 }, (_, worker) => write(worker)));
        await eventually(() => written.length > 100, 'a history to replay');
        const listeners = Array.from({ length: 5 }, () => new RecordingListener());
        await Promise.all(
          listeners.map((listener) => storage.watch({ prefix: '/r/', afterRevision: start }, listener)),
        );
        await writing;
        const expected = written.toSorted((a, b) => a - b);
        for (const listener of listeners) expect(listener.events.map((event) => event.revision)).toEqual(expected);
      });

      it('delivers nothing after it is closed, even from within an event', async () => {
        const other = new RecordingListener();
        const seen: string[] = [];
        const watch = await storage.watch(
          { prefix: '/r/' },
          {
            onEvent: (event) => {
              seen.push(event.key);
              watch.close();
            },
          },
        );
        await storage.watch({ prefix: '/r/' }, other);
        for (const name of ['a', 'b', 'c']) await createMany('/r/', [name]);
        await opened.delivered();
        expect(seen).toEqual(['/r/a']);
        expect(other.events).toHaveLength(3);
      });

      it('stops when its signal is aborted, live or while history is replayed', async () => {
        const start = await storage.currentRevision();
        const live = new RecordingListener();
        const stopLive = new AbortController();
        await storage.watch({ prefix: '/r/', signal: stopLive.signal }, live);
        for (const name of ['a', 'b', 'c']) await createMany('/r/', [name]);
        await opened.delivered();
        stopLive.abort();
        const replayed: string[] = [];
        const stopReplay = new AbortController();
        const onEvent = ({ key }: { key: string }): void => {
          replayed.push(key);
          stopReplay.abort();
        };
        await storage.watch({ prefix: '/r/', afterRevision: start, signal: stopReplay.signal }, { onEvent });
        await storage.create('/r/d', bytes('d'));
        await opened.delivered();
        expect(live.events).toHaveLength(3);
        expect(replayed).toEqual(['/r/a']);
      });

      it('rejects with TooLargeRevision after one that has not happened', async () => {
        const afterRevision = (await storage.currentRevision()) + 1;
        const watching = storage.watch({ prefix: '/r/', afterRevision }, new RecordingListener());
        await expect(watching).rejects.toEqual(code('TooLargeRevision'));
      });

      it('ends without an error when the store is closed', async () => {
        const listener = new RecordingListener();
        await storage.watch({ prefix: '/r/' }, listener);
        await storage.close();
        expect(listener).toMatchObject({ hasEnded: true, error: undefined });
      });
    });

    describe('compact()', () => {
      it('keeps the newest values and everything from the revision on', async () => {
        const first = await storage.create('/r/a', bytes('1'));
        const second = await storage.update('/r/a', bytes('2'), first);
        await storage.create('/r/old', bytes('old'));
        const limit = await storage.update('/r/a', bytes('3'), second);
        await storage.update('/r/a', bytes('4'), limit);
        await storage.compact(limit);
        expect(await storage.compactedRevision()).toBe(limit);
        expect((await storage.get('/r/a', { revision: limit }))?.value.toString()).toBe('3');
        expect((await storage.get('/r/a'))?.value.toString()).toBe('4');
        const { items } = await storage.range('/r/', { revision: limit });
        expect(items.map((item) => item.value.toString())).toEqual(['3', 'old']);
        const listener = new RecordingListener();
        await storage.watch({ prefix: '/r/', afterRevision: limit }, listener);
        expect(listener.lines()).toEqual(['update /r/a 4']);
      });

      it('makes older reads and watches reject with Compacted', async () => {
        const first = await storage.create('/r/a', bytes('1'));
        const limit = await storage.update('/r/a', bytes('2'), first);
        await storage.compact(limit);
        await expect(storage.get('/r/a', { revision: first })).rejects.toEqual(code('Compacted'));
        await expect(storage.range('/r/', { revision: first })).rejects.toEqual(code('Compacted'));
        const watching = storage.watch({ prefix: '/r/', afterRevision: first }, new RecordingListener());
        await expect(watching).rejects.toEqual(code('Compacted'));
      });

      it('forgets deleted keys, which can be created again', async () => {
        const created = await storage.create('/r/a', bytes('1'));
        const deleted = await storage.delete('/r/a', created);
        await storage.compact(deleted);
        expect(await storage.get('/r/a', { revision: deleted })).toBeUndefined();
        const again = await storage.create('/r/a', bytes('2'));
        expect(again).toBeGreaterThan(deleted);
        const gone = await storage.delete('/r/a', again);
        await storage.create('/r/a', bytes('3'));
        await storage.compact(gone);
        expect((await storage.get('/r/a'))?.value.toString()).toBe('3');
      });

      it('does nothing for an older revision and rejects with TooLargeRevision for a future one', async () => {
        const revision = await storage.create('/r/a', bytes('1'));
        await storage.compact(revision);
        await storage.compact(revision - 1);
        expect(await storage.compactedRevision()).toBe(revision);
        const future = (await storage.currentRevision()) + 1;
        await expect(storage.compact(future)).rejects.toEqual(code('TooLargeRevision'));
      });

      it('loses nothing of what is written meanwhile', async () => {
        const update = async (key: string): Promise<void> => {
          let revision = await storage.create(key, bytes('0'));
          for (let i = 1; i <= 40; i++) revision = await storage.update(key, bytes(`${i}`), revision);
        };
        let isWriting = true;
        const writing = Promise.all(Array.from({ length: 20 }, (_, i) => update(`/r/${i}`))).then(() => {
          isWriting = false;
        });
        while (isWriting) await storage.compact(await storage.currentRevision());
        await writing;
        await storage.compact(await storage.currentRevision());
        const { items } = await storage.range('/r/');
        expect(items.map((item) => item.value.toString())).toEqual(Array(20).fill('40'));
      });
    });

    describe('time to live', () => {
      it('deletes the key, with an event, when its time is up', async () => {
        const listener = new RecordingListener();
        await storage.watch({ prefix: '/r/' }, listener);
        await storage.create('/r/short', bytes('s'), { ttlSeconds: 60 });
        await storage.create('/r/long', bytes('l'), { ttlSeconds: 3600 });
        await opened.advance(120);
        await eventually(() => listener.events.length === 3, 'the expiry of a key');
        expect(listener.lines()[2]).toBe('delete /r/short s');
        expect(await storage.get('/r/short')).toBeUndefined();
        expect(await storage.get('/r/long')).toBeDefined();
      });

      it('goes by the last write: longer, or none at all', async () => {
        const longer = await storage.create('/r/longer', bytes('1'), { ttlSeconds: 60 });
        const forever = await storage.create('/r/forever', bytes('1'), { ttlSeconds: 60 });
        await storage.create('/r/short', bytes('1'), { ttlSeconds: 60 });
        await storage.update('/r/longer', bytes('2'), longer, { ttlSeconds: 3600 });
        await storage.update('/r/forever', bytes('2'), forever);
        await opened.advance(120);
        await eventually(async () => (await storage.get('/r/short')) === undefined, 'the expiry of a key');
        const { items } = await storage.range('/r/');
        expect(items.map((item) => item.key)).toEqual(['/r/forever', '/r/longer']);
      });
    });

    describe('checkWritable()', () => {
      it('resolves while writes succeed, asked once or by many, and changes nothing', async () => {
        const revision = await storage.create('/r/a', bytes('1'));
        await Promise.all(Array.from({ length: 20 }, () => storage.checkWritable()));
        expect(await storage.currentRevision()).toBe(revision);
      });

      it('rejects once the store is closed', async () => {
        await storage.close();
        await expect(storage.checkWritable()).rejects.toEqual(code('Unreachable'));
      });
    });

    describe('sizeInBytes()', () => {
      it('grows with what is stored, and rejects once the store is closed', async () => {
        const empty = await storage.sizeInBytes();
        await storage.create('/r/a', Buffer.alloc(100_000, 'a'));
        expect((await storage.sizeInBytes()) - empty).toBeGreaterThan(90_000);
        await storage.close();
        await expect(storage.sizeInBytes()).rejects.toEqual(code('Unreachable'));
      });
    });

    describe('close()', () => {
      it('waits for accepted writes and refuses later ones', async () => {
        const writing = storage.create('/r/a', bytes('1'));
        await storage.close();
        await expect(writing).resolves.toBeGreaterThan(0);
        await expect(storage.create('/r/b', bytes('1'))).rejects.toEqual(code('Unreachable'));
        await expect(storage.get('/r/a')).rejects.toEqual(code('Unreachable'));
        await storage.close();
      });
    });
  });
}

/** The tests of engines that are the only writer of their store, besides those every engine passes. */
export function describeSoleWriterContract(name: string, open: () => Promise<OpenedStorage>): void {
  describe(`${name}: the contract of a sole writer`, () => {
    let storage: Storage;

    beforeEach(async () => {
      storage = (await open()).storage;
    });
    afterEach(async () => storage.close());

    it('delivers live changes before the writer is answered', async () => {
      const listener = new RecordingListener();
      await storage.watch({ prefix: '/r/' }, listener);
      const created = await storage.create('/r/a', bytes('1'));
      expect(listener.lines()).toEqual(['create /r/a 1']);
      await storage.delete('/r/a', created);
      expect(listener.lines()).toEqual(['create /r/a 1', 'delete /r/a 1']);
    });

    it('answers its newest revision at once', async () => {
      const created = await storage.create('/r/a', bytes('1'));
      expect(storage.currentRevision()).toBe(created);
    });

    it('lets a cache begin consistent reads without waiting', async () => {
      const pods = new WatchCache(storage).register('/registry/pods/', ingestText);
      await pods.ready();
      await storage.create('/registry/pods/a', bytes('1'));
      expect(pods.waitUntilFresh()).toBeUndefined();
      expect(pods.get('/registry/pods/a')?.bytes.toString()).toBe('1');
    });
  });
}
