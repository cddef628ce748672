import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'specification');

/** True if this run writes what the server shows into the records (`npm run golden`). */
const isWriting = process.env.TEST_WRITE_GOLDEN === '1';

/**
 * Returns a record of release 1.32 from test/specification; if records are being written, its members are replaced by the
 * shown ones first. Each change of a record is a claim about the release.
 */
export function recorded<T extends object>(name: string, shown: T): T {
  const path = join(FOLDER, name);
  const record = JSON.parse(readFileSync(path, 'utf8')) as T;
  if (!isWriting) return record;
  const written = { ...record, ...shown };
  writeFileSync(path, `${JSON.stringify(written, inOrder, 2)}\n`);
  return written;
}

/** Sorts the members of objects, so that a changed record differs only in what has changed. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
