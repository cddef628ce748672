import fc from 'fast-check';
import { dealHand, hashFlow } from './shuffle-sharding.js';

describe('dealHand()', () => {
  it.each<[bigint, number, number, number[]]>([
    [0n, 64, 4, [0, 1, 2, 3]],
    [5n, 64, 2, [5, 0]],
    [5n + 64n * 5n, 64, 2, [5, 6]],
    [3n + 8n * 3n + 8n * 7n * 2n, 8, 3, [3, 4, 2]],
    [7n, 1, 1, [0]],
  ])('deals by %s from %d cards %d: %j', (hash, deck, size, hand) => {
    expect(dealHand(hash, deck, size)).toEqual(hand);
  });

  it('deals distinct cards of the deck', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 1, max: 12 }), (hash, size) => {
        const hand = dealHand(hash, 128, size);
        expect(new Set(hand).size).toBe(size);
        expect(hand.every((card) => card >= 0 && card < 128)).toBe(true);
      }),
    );
  });

  it('deals every card about as often', () => {
    const counts = new Array<number>(16).fill(0);
    for (let i = 0; i < 4000; i++) for (const card of dealHand(hashFlow('s', `user-${i}`), 16, 4)) counts[card]++;
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1150);
  });
});

describe('hashFlow()', () => {
  it('separates schema and distinguisher', () => {
    expect(hashFlow('ab', 'c')).not.toBe(hashFlow('a', 'bc'));
    expect(hashFlow('a', 'b')).toBe(hashFlow('a', 'b'));
  });
});
