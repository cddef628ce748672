import { createHash } from 'node:crypto';

/** The hash of a flow: the first 8 bytes of SHA-256 over schema and distinguisher, least significant byte first. */
export function hashFlow(schema: string, distinguisher: string): bigint {
  return createHash('sha256').update(schema).update('\0').update(distinguisher).digest().readBigUInt64LE();
}

/** Deals a hand of distinct numbers below `deck`, by a hash (upstream: shufflesharding.Dealer). */
export function dealHand(hash: bigint, deck: number, size: number): readonly number[] {
  const remainders: number[] = [];
  let rest = hash;
  for (let i = 0; i < size; i++) {
    const left = BigInt(deck - i);
    remainders.push(Number(rest % left));
    rest /= left;
  }
  return remainders.map((remainder, i) => {
    let card = remainder;
    for (let j = i; j > 0; j--) if (card >= remainders[j - 1]) card++;
    return card;
  });
}
