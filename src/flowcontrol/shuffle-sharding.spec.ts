import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { type FlowHash, dealHand, hashFlow } from './shuffle-sharding.js';

const partsOf = (hash: bigint): FlowHash =>
  [48n, 32n, 16n, 0n].map((bits) => Number((hash >> bits) & 0xffffn)) as never;

/** The same with integers of any size. */
function dealByDivision(hash: bigint, deck: number, size: number): number[] {
  const remainders = Array.from({ length: size }, (_, i) => {
    const remainder = Number(hash % BigInt(deck - i));
    hash /= BigInt(deck - i);
    return remainder;
  });
  return remainders.map((remainder, i) =>
    remainders.slice(0, i).reduceRight((card, other) => (card >= other ? card + 1 : card), remainder),
  );
}

describe('dealHand()', () => {
  it.each<[bigint, number, number, number[]]>([
    [0n, 64, 4, [0, 1, 2, 3]],
    [5n, 64, 2, [5, 0]],
    [5n + 64n * 5n, 64, 2, [5, 6]],
    [3n + 8n * 3n + 8n * 7n * 2n, 8, 3, [3, 4, 2]],
    [7n, 1, 1, [0]],
  ])('deals by %s from %d cards %d: %j', (hash, deck, size, hand) => {
    expect(dealHand(partsOf(hash), deck, size)).toEqual(hand);
  });

  it('deals distinct cards of the deck', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 1, max: 12 }), (hash, size) => {
        for (const deck of [128, 10_000_000]) {
          const hand = dealHand(partsOf(hash), deck, size);
          expect(new Set(hand).size).toBe(size);
          expect(hand).toEqual(dealByDivision(hash, deck, size));
        }
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
    expect(hashFlow('ab', 'c')).not.toEqual(hashFlow('a', 'bc'));
    const first = createHash('sha256').update('a\0b').digest().readBigUInt64LE();
    expect(hashFlow('a', 'b')).toEqual(partsOf(first));
  });
});
