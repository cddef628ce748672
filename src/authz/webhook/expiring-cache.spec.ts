import { FakeClock } from '../../testing/fake-clock.js';
import { ExpiringCache } from './expiring-cache.js';

describe('ExpiringCache', () => {
  let clock: FakeClock;
  let cache: ExpiringCache<string>;
  beforeEach(() => {
    clock = new FakeClock();
    cache = new ExpiringCache(clock, 2);
  });

  it('keeps values for their time, and expired ones not', () => {
    cache.set('a', 'x', 10);
    clock.advance(9);
    expect(cache.get('a')).toBe('x');
    clock.advance(1);
    expect([cache.get('a'), cache.size, cache.get('b')]).toEqual([undefined, 0, undefined]);
  });

  it.each([0, -1])('keeps nothing for %d ms, and forgets what was there', (ttl) => {
    cache.set('a', 'x', 10);
    cache.set('a', 'y', ttl);
    expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
  });

  it('keeps values for one millisecond', () => {
    cache.set('a', 'x', 1);
    expect(cache.get('a')).toBe('x');
  });

  it('forgets the least recently used of too many', () => {
    cache.set('a', 'x', 10);
    cache.set('b', 'y', 10);
    expect([cache.get('a'), cache.size]).toEqual(['x', 2]);
    cache.set('c', 'z', 10);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual(['x', undefined, 'z', 2]);
    cache.set('a', 'w', 10);
    cache.set('d', 'v', 10);
    expect([cache.get('a'), cache.get('c'), cache.get('d')]).toEqual(['w', undefined, 'v']);
  });

  it('removes matching values, and counts them', () => {
    cache.set('a', 'x', 10);
    cache.set('b', 'y', 10);
    expect(cache.forget((value) => value === 'x')).toBe(1);
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 'y']);
  });
});
