import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DIRECTORY = join(import.meta.dirname, '..', 'golden');

/** Whether this run writes golden files anew (`npm run golden`) in place of holding bytes against them. */
const isWriting = process.env.BINNACLE_WRITE_GOLDEN === '1';

/** The bytes a golden file holds; those at hand where files are written anew. */
export function golden(name: string, bytes: Uint8Array): Buffer {
  const path = join(DIRECTORY, name);
  if (isWriting) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  if (!existsSync(path)) throw new Error(`there is no golden file ${name}: npm run golden writes it`);
  return readFileSync(path);
}
