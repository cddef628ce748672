import { PinnedSnapshots } from './pinned-snapshots.js';
import { newSortedTree } from './sorted-tree.js';

const LIMITS = { maxPins: 3, maxAgeMs: 100, maxBytes: 1000 };

describe('PinnedSnapshots', () => {
  let pins: PinnedSnapshots;
  const pin = (revision: number, now = 0): void => pins.set(revision, newSortedTree(), { now });
  const kept = (now = 0): number[] => [1, 2, 3, 4].filter((revision) => pins.get(revision, now) !== undefined);

  beforeEach(() => (pins = new PinnedSnapshots(LIMITS)));

  it('forgets the states before a revision, and no others', () => {
    for (const revision of [1, 2, 3]) pin(revision);
    pins.dropBefore(2);
    expect(kept()).toEqual([2, 3]);
  });

  it('drops the least recently pinned state first, where one is pinned again', () => {
    for (const revision of [1, 2, 3, 1, 4]) pin(revision);
    expect(kept()).toEqual([1, 3, 4]);
  });

  it('counts the bytes of a state once, however often it is pinned', () => {
    for (const revision of [1, 2, 2, 2]) pins.set(revision, newSortedTree(), { now: 0, bytes: 400 });
    expect(kept()).toEqual([1, 2]);
  });

  it('honours no token that is older than tokens live, though nobody has read since', () => {
    pin(2);
    expect(pins.honours(2, 100)).toBe(true);
    expect(pins.honours(2, 101)).toBe(false);
    expect(pins.honours(3, 101)).toBe(true);
  });
});
