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

  it('honours no token that is older than tokens live, though nobody has read since', () => {
    pin(2);
    expect(pins.honours(2, 100)).toBe(true);
    expect(pins.honours(2, 101)).toBe(false);
    expect(pins.honours(3, 101)).toBe(true);
  });
});
