import { randomFillSync } from 'node:crypto';

const BATCH = 256;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const pool = Buffer.allocUnsafe(16 * BATCH);
let used = pool.length;

/**
 * Returns a random (version 4) UUID. Randomness is drawn in batches, since one system call per object would
 * cost more.
 *
 * @internal
 * @example
 * const ticket = newUuid();
 */
export function newUuid(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += 16;
  pool[at + 6] = (pool[at + 6] & 0x0f) | 0x40;
  pool[at + 8] = (pool[at + 8] & 0x3f) | 0x80;
  return `${hex(at, 4)}-${hex(at + 4, 2)}-${hex(at + 6, 2)}-${hex(at + 8, 2)}-${hex(at + 10, 6)}`;
}

function hex(at: number, length: number): string {
  let text = '';
  for (let i = at; i < at + length; i++) text += HEX[pool[i]];
  return text;
}
