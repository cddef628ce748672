import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DIRECTORY = join(import.meta.dirname, '..', 'golden');

/** True if this run regenerates golden files (`npm run golden`) in place of comparing bytes with them. */
const isWriting = process.env.TEST_WRITE_GOLDEN === '1';

/** Returns the bytes of a golden file; the given ones if files are regenerated. */
export function golden(name: string, bytes: Uint8Array): Buffer {
  const path = join(DIRECTORY, name);
  if (isWriting) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  if (!existsSync(path)) throw new Error(`there is no golden file ${name}: npm run golden writes it`);
  return readFileSync(path);
}
