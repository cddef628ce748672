import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Storage, type StorageEvent, WatchCache } from '../../src/storage/index.js';
import { RecordingSink, ingestText } from '../support/storage-cache.js';
import { RecordingListener, eventually } from '../support/storage-recorder.js';

/** A store that two processes have open. */
export interface OpenedTwice {
  readonly first: Storage;
  readonly second: Storage;
  /** Keeps `second` from learning of changes until `release`, as far as the engine can be kept from it. */
  hold(): void;
  release(): void;
  close(): Promise<void>;
}

const PODS = '/registry/pods/';
const bytes = (text: string): Buffer => Buffer.from(text);
const code = (value: string): object => expect.objectContaining({ code: value });

/** The tests of engines whose store several processes may have open, besides those every engine passes. */
export function describeSharedStorageContract(name: string, open: () => Promise<OpenedTwice>): void {
  describe(`${name}: the contract of a shared store`, () => {
    let opened: OpenedTwice;
    let first: Storage;
    let second: Storage;

    beforeEach(async () => {
      opened = await open();
      ({ first, second } = opened);
    });
    afterEach(async () => opened.close());

    it('reports the newest revision to every process, whichever wrote it', async () => {
      const created = await first.create(`${PODS}a`, bytes('1'));
      expect(await second.currentRevision()).toBe(created);
      const updated = await second.update(`${PODS}a`, bytes('2'), created);
      expect(await first.currentRevision()).toBe(updated);
    });

    it('shows every process what another was answered for', async () => {
      await first.create(`${PODS}a`, bytes('1'));
      expect((await second.get(`${PODS}a`))?.value.toString()).toBe('1');
      expect((await second.range(PODS)).items).toHaveLength(1);
    });

    it('lets one of the writes from one revision win, whichever process they come from', async () => {
      const created = await first.create(`${PODS}a`, bytes('0'));
      const writes = Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? first : second).update(`${PODS}a`, bytes(`${i}`), created),
      );
      const outcomes = await Promise.allSettled(writes);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(reasons).toEqual(Array(19).fill(code('Conflict')));
    });

    it('delivers the writes of all processes to each, in order, without gap or duplicate', async () => {
      const listeners = [new RecordingListener(), new RecordingListener()];
      await first.watch({ prefix: PODS }, listeners[0]!);
      await second.watch({ prefix: PODS }, listeners[1]!);
      const writes = Array.from({ length: 50 }, (_, i) =>
        (i % 2 ? first : second).create(`${PODS}${i}`, bytes(`${i}`)),
      );
      const revisions = (await Promise.all(writes)).toSorted((a, b) => a - b);
      await eventually(() => listeners.every(({ events }) => events.length >= 50), 'delivery to both processes');
      const revisionsOf = (events: StorageEvent[]): number[] => events.map(({ revision }) => revision);
      expect(listeners.map(({ events }) => revisionsOf(events))).toEqual([revisions, revisions]);
    });

    it('begins a watch with everything that any process was answered for before it', async () => {
      const start = await first.currentRevision();
      for (const name of ['a', 'b', 'c']) await first.create(`${PODS}${name}`, bytes(name));
      const listener = new RecordingListener();
      await second.watch({ prefix: PODS, afterRevision: start }, listener);
      expect(listener.lines()).toEqual(['a', 'b', 'c'].map((name) => `create ${PODS}${name} ${name}`));
      expect(listener.progress).toBe(await first.currentRevision());
    });

    describe('a cache in one process', () => {
      const cacheOver = async (storage: Storage): Promise<ReturnType<WatchCache['register']>> => {
        const pods = new WatchCache(storage).register(PODS, ingestText);
        await pods.ready();
        return pods;
      };

      it('shows a consistent read what another process has written, late as the change may come', async () => {
        const pods = await cacheOver(second);
        opened.hold();
        await first.create(`${PODS}a`, bytes('1'));
        const reading = pods.waitUntilFresh();
        await nextTurn();
        opened.release();
        await reading;
        expect(pods.get(`${PODS}a`)?.bytes.toString()).toBe('1');
        expect(pods.list().entries).toHaveLength(1);
      });

      it('is never behind the writes that were answered before the read', async () => {
        const pods = await cacheOver(second);
        let revision = await first.create(`${PODS}a`, bytes('0'));
        for (let i = 1; i <= 50; i++) {
          revision = await (i % 2 ? first : second).update(`${PODS}a`, bytes(`${i}`), revision);
          await pods.waitUntilFresh();
          expect(pods.get(`${PODS}a`)).toMatchObject({ revision });
        }
      });

      it('rejects a consistent read that learns of nothing in time', async () => {
        const pods = await cacheOver(second);
        opened.hold();
        await first.create(`${PODS}a`, bytes('1'));
        await expect(pods.waitUntilFresh(20)).rejects.toEqual(code('Timeout'));
      });

      it('does not go back when changes come that were read already', async () => {
        const cache = new WatchCache(second);
        const nodes = cache.register('/registry/nodes/', ingestText);
        const pods = cache.register(PODS, ingestText);
        await nodes.ready();
        const seen: (number | undefined)[] = [];
        nodes.watch({}, { onEvent: () => void seen.push(pods.get(`${PODS}a`)?.revision), onEnd: () => {} });
        opened.hold();
        const created = await first.create(`${PODS}a`, bytes('1'));
        await first.create('/registry/nodes/between', bytes('1'));
        const updated = await first.update(`${PODS}a`, bytes('2'), created);
        await pods.ready();
        const sink = new RecordingSink();
        pods.watch({}, sink);
        opened.release();
        await first.delete(`${PODS}a`, updated);
        await eventually(() => sink.events.length === 2, 'the deletion');
        expect(seen).toEqual([updated]);
        expect(sink.lines()).toEqual(['ADDED a 2', 'DELETED a 2']);
      });
    });
  });
}
