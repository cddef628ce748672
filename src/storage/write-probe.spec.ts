import { jest } from '@jest/globals';
import { WriteProbe } from './write-probe.js';

/** A store with room for so many bytes, and a probe of it. */
function probed(): { probe: WriteProbe; store: { room: number; tried: number[]; gate: Promise<void> } } {
  const store = { room: Infinity, tried: [] as number[], gate: Promise.resolve() };
  const probe = new WriteProbe(async (bytes) => {
    const { room } = store;
    store.tried.push(bytes);
    await store.gate;
    if (bytes > room) throw new Error('full');
  });
  return { probe, store };
}

describe('WriteProbe', () => {
  it('takes a fresh success for an answer', async () => {
    const { probe, store } = probed();
    probe.noteSuccess(10);
    await probe.check();
    expect(store.tried).toEqual([]);
  });

  it('asks for room for the largest write that failed, until there is some', async () => {
    const { probe, store } = probed();
    store.room = 100;
    probe.noteFailure(500);
    probe.noteFailure(200);
    await expect(probe.check()).rejects.toThrow('full');
    store.room = 1000;
    await probe.check();
    await probe.check();
    expect(store.tried).toEqual([500, 500]);
  });

  it('is not deceived by small writes that succeed after a large one failed', async () => {
    const { probe, store } = probed();
    store.room = 100;
    probe.noteFailure(500);
    probe.noteSuccess(20);
    await expect(probe.check()).rejects.toThrow('full');
    probe.noteSuccess(500);
    await probe.check();
    expect(store.tried).toEqual([500]);
  });

  it('is not deceived by a trial that began before a write failed', async () => {
    const { probe, store } = probed();
    let open: () => void = () => {};
    store.gate = new Promise((resolve) => (open = resolve));
    const early = probe.check();
    store.room = 0;
    probe.noteFailure(5);
    open();
    await expect(early).rejects.toThrow('a write has failed meanwhile');
    await expect(probe.check()).rejects.toThrow('full');
  });
});

describe('WriteProbe.check(), by time', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('takes a success for an answer for half a second', async () => {
    const { probe, store } = probed();
    probe.noteSuccess(10);
    jest.advanceTimersByTime(499);
    await probe.check();
    expect(store.tried).toEqual([]);
    jest.advanceTimersByTime(1);
    await probe.check();
    await probe.check();
    expect(store.tried).toEqual([0]);
  });

  it('waits five seconds for a trial, which all who ask share', async () => {
    const { probe, store } = probed();
    let open: () => void = () => {};
    store.gate = new Promise((resolve) => (open = resolve));
    const outcomes: string[] = [];
    const ask = (): Promise<unknown> =>
      probe.check().then(
        () => outcomes.push('writable'),
        ({ code, message }) => outcomes.push(`${code}: ${message}`),
      );
    const asked = [ask(), ask()];
    await jest.advanceTimersByTimeAsync(4999);
    expect([outcomes, store.tried]).toEqual([[], [0]]);
    await jest.advanceTimersByTimeAsync(1);
    await Promise.all(asked);
    expect(outcomes).toEqual(new Array(2).fill('Unreachable: the store does not answer'));
    open();
    await ask();
    expect([outcomes[2], store.tried, jest.getTimerCount()]).toEqual(['writable', [0], 0]);
  });

  it('tries no more than four MiB', async () => {
    const { probe, store } = probed();
    probe.noteFailure((4 << 20) + 1);
    await probe.check();
    expect(store.tried).toEqual([4 << 20]);
  });

  it('takes small writes for an answer again after one as large as the failed one', async () => {
    const { probe, store } = probed();
    probe.noteFailure(500);
    probe.noteSuccess(500);
    jest.advanceTimersByTime(1000);
    probe.noteSuccess(20);
    await probe.check();
    expect(store.tried).toEqual([]);
  });

  it('asks again after a failure that follows a success', async () => {
    const { probe, store } = probed();
    probe.noteSuccess(10);
    probe.noteFailure(0);
    await probe.check();
    expect(store.tried).toEqual([0]);
  });
});
