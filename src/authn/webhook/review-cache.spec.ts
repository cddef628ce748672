import { FakeClock } from '../../testing/fake-clock.js';
import { ReviewCache } from './review-cache.js';

const CAPACITY = 4096;

describe('ReviewCache', () => {
  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock();
  });

  it('remembers values and refusals for the time it is given, and not longer', () => {
    const cache = new ReviewCache<string>(1000, clock);
    cache.remember('yes', 'v');
    cache.remember('no', undefined);
    clock.advance(999);
    expect([cache.find('yes')?.value, cache.find('no'), cache.find('other')]).toEqual([
      'v',
      expect.objectContaining({ value: undefined }),
      undefined,
    ]);
    clock.advance(1);
    expect([cache.find('yes'), cache.find('no')]).toEqual([undefined, undefined]);
  });

  it('remembers nothing where the time is 0', () => {
    const cache = new ReviewCache<string>(0, clock);
    cache.remember('yes', 'v');
    cache.remember('no', undefined);
    expect([cache.find('yes'), cache.find('no')]).toEqual([undefined, undefined]);
  });

  it('replaces what it remembers of a key', () => {
    const cache = new ReviewCache<string>(1000, clock);
    cache.remember('k', 'v');
    cache.remember('k', undefined);
    expect(cache.find('k')).toMatchObject({ value: undefined });
    cache.remember('k', 'w');
    expect(cache.find('k')?.value).toBe('w');
  });

  it('forgets the refusal of a key that has a value since', () => {
    const cache = new ReviewCache<string>(1000, clock);
    cache.remember('k', undefined);
    cache.remember('k', 'v');
    // Pushes out all other values.
    cache.remember('large', 'x'.repeat(16 * 1024 * 1024 - 2));
    expect([cache.find('k'), cache.find('large') !== undefined]).toEqual([undefined, true]);
  });

  it.each<[string, string | undefined]>([
    ['values', 'v'],
    ['refusals', undefined],
  ])('forgets the oldest of many %s', (_sort, value) => {
    const cache = new ReviewCache<string>(1000, clock);
    for (let i = 0; i < CAPACITY; i++) cache.remember(`k${i}`, value);
    expect(cache.find('k0')).toBeDefined();
    cache.remember('more', value);
    expect([cache.find('k0'), cache.find('k1') !== undefined, cache.find('more') !== undefined]).toEqual([
      undefined,
      true,
      true,
    ]);
  });

  it('keeps values while refusals come and go', () => {
    const cache = new ReviewCache<string>(1000, clock);
    cache.remember('yes', 'v');
    for (let i = 0; i <= CAPACITY; i++) cache.remember(`no${i}`, undefined);
    expect(cache.find('yes')?.value).toBe('v');
  });

  it('forgets the oldest of large values', () => {
    const cache = new ReviewCache<string>(1000, clock);
    // Half of 16 MiB, with the quotes of its JSON.
    const large = 'x'.repeat(8 * 1024 * 1024 - 2);
    for (const key of ['a', 'b']) cache.remember(key, large);
    expect(cache.find('a')).toBeDefined();
    cache.remember('c', '');
    expect([cache.find('a'), cache.find('b') !== undefined]).toEqual([undefined, true]);
  });
});
