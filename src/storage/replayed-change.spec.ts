import { compacted, unreachable } from './storage-error.js';
import { replayedChangeBefore } from './replayed-change.js';
import type { StorageEvent, StoredValue, WatchOptions } from './storage.js';

const KEY = '/registry/things/a';
const VALUE = Buffer.from('v');

/** A store of one key with events of the past, and what it is asked. */
class Past {
  oldest = 0;
  state: StoredValue | undefined;
  fault: Error | undefined;
  readonly events: StorageEvent[] = [];
  readonly asked: unknown[] = [];
  open = 0;

  compactedRevision(): Promise<number> {
    return Promise.resolve(this.oldest);
  }

  get(key: string, options?: { revision?: number }): Promise<StoredValue | undefined> {
    this.asked.push([key, options]);
    return this.fault ? Promise.reject(this.fault) : Promise.resolve(this.state);
  }

  watch({ prefix, afterRevision }: WatchOptions, listener: { onEvent: (event: StorageEvent) => void }) {
    this.asked.push([prefix, afterRevision]);
    this.open++;
    for (const event of this.events) listener.onEvent(event);
    return Promise.resolve({ close: () => void this.open-- });
  }
}

const deletion = (revision: number, key = KEY): StorageEvent => ({
  ...{ type: 'delete', key, value: VALUE, revision, createRevision: 2 },
  previous: { value: VALUE, revision: revision - 1 },
});

describe('replayedChangeBefore()', () => {
  let past: Past;

  beforeEach(() => {
    past = new Past();
  });

  it.each([
    [5, 5, 'create'],
    [7, 5, 'update'],
  ])('finds the write of the state: revision %i of a key made at %i is its %s', async (revision, made, type) => {
    past.state = { key: KEY, value: VALUE, revision, createRevision: made };
    expect(await replayedChangeBefore(past, KEY)).toEqual({ ...past.state, type });
    expect(await replayedChangeBefore(past, KEY, 9)).toEqual({ ...past.state, type });
    expect(past.asked).toEqual([
      [KEY, {}],
      [KEY, { revision: 8 }],
    ]);
  });

  it('replays history for the newest deletion of a key that is not there', async () => {
    past.oldest = 3;
    past.events.push(deletion(5), { ...deletion(6), type: 'create' }, deletion(7), deletion(8, `${KEY}b`), deletion(9));
    const found = { type: 'delete', key: KEY, value: VALUE, revision: 7, createRevision: 2 };
    expect(await replayedChangeBefore(past, KEY, 9)).toEqual(found);
    expect(past.asked[1]).toEqual([KEY, 3]);
    expect(await replayedChangeBefore(past, KEY)).toEqual({ ...found, revision: 9 });
    expect(past.open).toBe(0);
  });

  it('knows no change of a key that never was', async () => {
    expect(await replayedChangeBefore(past, KEY)).toBeUndefined();
    expect(past.open).toBe(0);
  });

  it.each([
    [0, 1, false],
    [0, 2, true],
    [4, 4, false],
    [4, 5, true],
  ])('with history from %i looks before %i: %s', async (oldest, revision, looks) => {
    past.oldest = oldest;
    expect(await replayedChangeBefore(past, KEY, revision)).toBeUndefined();
    expect(past.asked.length > 0).toBe(looks);
  });

  it('knows no change of history that is given up meanwhile, and passes on other faults', async () => {
    past.fault = compacted(3, 5);
    expect(await replayedChangeBefore(past, KEY, 4)).toBeUndefined();
    past.fault = unreachable('gone');
    await expect(replayedChangeBefore(past, KEY, 4)).rejects.toBe(past.fault);
  });
});
