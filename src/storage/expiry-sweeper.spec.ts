import { ExpirySweeper } from './expiry-sweeper.js';
import { type StorageError, keyNotFound, revisionConflict, unreachable } from './storage-error.js';

/** A store of expired keys. */
class Expiring {
  readonly left = new Map<string, number>();
  readonly asked: [number, number][] = [];
  readonly deleted: string[] = [];
  faultOf: (key: string) => Error | undefined = () => undefined;
  listFault: Error | undefined;
  gate: Promise<void> = Promise.resolve();

  constructor(count: number) {
    for (let i = 0; i < count; i++) this.left.set(`/r/${i}`, i + 2);
  }

  async expired(now: number, limit: number): Promise<{ key: string; revision: number }[]> {
    this.asked.push([now, limit]);
    await this.gate;
    if (this.listFault) throw this.listFault;
    return [...this.left].slice(0, limit).map(([key, revision]) => ({ key, revision }));
  }

  delete(key: string, revision: number): Promise<number> {
    const fault = this.faultOf(key);
    if (fault) return Promise.reject(fault);
    expect(this.left.get(key)).toBe(revision);
    this.left.delete(key);
    return Promise.resolve(this.deleted.push(key));
  }
}

const sweeperOf = (store: Expiring, intervalMs = 10): ExpirySweeper => new ExpirySweeper(store, intervalMs, () => 7);

describe('ExpirySweeper.sweep()', () => {
  it.each([
    [0, 1],
    [499, 1],
    [500, 2],
    [1001, 3],
  ])('deletes %i expired keys in %i pages', async (count, pages) => {
    const store = new Expiring(count);
    await sweeperOf(store).sweep();
    expect([store.deleted.length, store.asked]).toEqual([count, Array.from({ length: pages }, () => [7, 500])]);
  });

  it.each<[string, StorageError]>([
    ['has changed', revisionConflict('/r/0', 2, 3)],
    ['is gone', keyNotFound('/r/0')],
  ])('goes on behind a key that %s meanwhile', async (_what, fault) => {
    const store = new Expiring(500);
    store.faultOf = (key) => {
      if (key !== '/r/0' || !store.left.delete(key)) return undefined;
      return fault;
    };
    await sweeperOf(store).sweep();
    expect([store.deleted.length, store.asked.length]).toEqual([499, 2]);
  });

  it('leaves the rest for the next sweep where the store fails', async () => {
    const store = new Expiring(500);
    store.faultOf = (key) => (key === '/r/3' ? unreachable('full') : undefined);
    await sweeperOf(store).sweep();
    expect([store.deleted.length, store.asked.length]).toEqual([499, 1]);
    store.listFault = unreachable('gone');
    await sweeperOf(store).sweep();
    expect(store.asked).toHaveLength(2);
  });

  it('passes on faults that are not those of the store', async () => {
    const store = new Expiring(1);
    store.faultOf = () => new TypeError('a fault');
    await expect(sweeperOf(store).sweep()).rejects.toThrow('a fault');
  });

  it('joins a sweep that is under way, and begins another one after it', async () => {
    const store = new Expiring(1);
    let open = (): void => {};
    store.gate = new Promise((resolve) => (open = resolve));
    const sweeper = sweeperOf(store);
    const sweeps = [sweeper.sweep(), sweeper.sweep()];
    open();
    await Promise.all(sweeps);
    expect(store.asked).toHaveLength(1);
    await sweeper.sweep();
    expect(store.asked).toHaveLength(2);
  });
});

describe('ExpirySweeper.start()', () => {
  const { setInterval } = globalThis;
  let timers: { run: () => void; every: number; timer: NodeJS.Timeout }[];

  beforeEach(() => {
    timers = [];
    globalThis.setInterval = ((run: () => void, every: number) => {
      const timer = setInterval(() => {}, 60_000);
      timers.push({ run, every, timer });
      return timer;
    }) as typeof setInterval;
  });

  afterEach(() => {
    globalThis.setInterval = setInterval;
    for (const { timer } of timers) clearInterval(timer);
  });

  it('sweeps every interval without keeping the process alive, until it is stopped', async () => {
    const store = new Expiring(1);
    const sweeper = sweeperOf(store, 10_000);
    sweeper.start();
    const [{ run, every, timer }] = timers;
    expect([every, timer.hasRef()]).toEqual([10_000, false]);
    let open = (): void => {};
    store.gate = new Promise((resolve) => (open = resolve));
    run();
    let isStopped = false;
    const stopping = sweeper.stop().then(() => (isStopped = true));
    await new Promise(setImmediate);
    expect([isStopped, (timer as unknown as { _destroyed: boolean })._destroyed]).toEqual([false, true]);
    open();
    await stopping;
    expect(store.deleted).toEqual(['/r/0']);
  });
});
