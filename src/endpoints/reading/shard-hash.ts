/** The offset basis and prime of FNV-1a with 64 bits, in halves; the high half of the prime is 2^8. */
const BASIS_HIGH = 0xcbf29ce4;
const BASIS_LOW = 0x84222325;
const PRIME_LOW = 0x1b3;
const HALF = 2 ** 32;

/**
 * Returns the FNV-1a hash with 64 bits of a text in UTF-8, as 16 hexadecimal digits (RFC 9923; upstream:
 * sharding.HashField). In halves: big integers take many times as long, and every object of a sharded list is hashed.
 */
export function shardHash(text: string): string {
  let high = BASIS_HIGH;
  let low = BASIS_LOW;
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i++) {
    low = (low ^ bytes[i]) >>> 0;
    const product = low * PRIME_LOW;
    high = (Math.imul(high, PRIME_LOW) + Math.floor(product / HALF) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return hexOf(high) + hexOf(low);
}

function hexOf(half: number): string {
  return half.toString(16).padStart(8, '0');
}
