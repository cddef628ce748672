import { hash } from 'node:crypto';

/** 64 bits as four parts of 16 bits, the most significant first: a number has no room for products of more. */
export type FlowHash = readonly [number, number, number, number];

const PART = 0x1_0000;

/** Returns the hash of a flow: the first 8 bytes of SHA-256 over schema and distinguisher, least significant byte first. */
export function hashFlow(schema: string, distinguisher: string): FlowHash {
  // A text of bytes costs a quarter of a buffer.
  const digest = hash('sha256', `${schema}\0${distinguisher}`, 'binary');
  return [readPart(digest, 6), readPart(digest, 4), readPart(digest, 2), readPart(digest, 0)];
}

function readPart(digest: string, offset: number): number {
  return digest.charCodeAt(offset) + digest.charCodeAt(offset + 1) * 256;
}

/** Draws a hand of distinct numbers below `deck`, by a hash (upstream: shufflesharding.Dealer). */
export function dealHand(flow: FlowHash, deck: number, size: number): readonly number[] {
  const rest: [number, number, number, number] = [...flow];
  const hand: number[] = [];
  const remainders: number[] = [];
  for (let i = 0; i < size; i++) {
    const remainder = divide(rest, deck - i);
    let card = remainder;
    for (let j = i; j > 0; j--) if (card >= remainders[j - 1]) card++;
    remainders.push(remainder);
    hand.push(card);
  }
  return hand;
}

/** Divides in place, and returns the remainder. */
function divide(parts: [number, number, number, number], divisor: number): number {
  let remainder = 0;
  for (let i = 0; i < parts.length; i++) {
    const value = remainder * PART + parts[i];
    parts[i] = Math.floor(value / divisor);
    remainder = value % divisor;
  }
  return remainder;
}
