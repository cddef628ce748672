import { DroppedRequests } from './dropped-requests.js';

/** Rejects so many requests in each of some seconds; answers the time to retry after, second by second. */
function drop(perSecond: readonly number[], dropped = new DroppedRequests(), start = 1_000_000): number[] {
  return perSecond.map((count, i) => {
    for (let n = 0; n < count; n++) dropped.record((start + i) * 1000 + n);
    return dropped.retryAfter;
  });
}

describe('DroppedRequests', () => {
  it.each<[string, number[], number[]]>([
    ['is one second at first', [1], [1]],
    ['stays with few rejections', [1, 1, 1, 1], [1, 1, 1, 1]],
    ['doubles after three rejections in a second', [3, 1], [1, 2]],
    ['doubles again when it has passed once more', [9, 9, 9, 9], [1, 2, 2, 4]],
    ['shrinks by one when few are rejected', [3, 1, 0, 0, 1], [1, 2, 2, 2, 1]],
  ])('%s', (_, perSecond, seconds) => expect(drop(perSecond)).toEqual(seconds));

  it('is 32 seconds at most', () => {
    expect(drop(new Array<number>(200).fill(500)).at(-1)).toBe(32);
  });

  it('forgets what was long ago', () => {
    const dropped = new DroppedRequests();
    drop([50, 50], dropped);
    expect(drop([1], dropped, 2_000_000)).toEqual([1]);
  });
});
