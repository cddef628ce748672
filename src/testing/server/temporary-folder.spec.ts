import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.js';

/** A folder as another process has left it. */
function leftBy(owner: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-testing-'));
  if (owner !== undefined) writeFileSync(join(folder, 'owner'), owner);
  return folder;
}

describe('makeTemporaryFolder()', () => {
  it('is for its owner alone, and removes the folders of processes that are gone', () => {
    const gone = leftBy('4194999 1');
    const other = leftBy(`${process.pid} 1`);
    const unknown = leftBy(undefined);
    const folder = makeTemporaryFolder();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect([gone, other, unknown].map((each) => existsSync(each))).toEqual([false, false, true]);
    const next = makeTemporaryFolder();
    expect(dirname(next)).toBe(dirname(folder));
    removeTemporaryFolder(folder);
    expect([folder, next].map((each) => existsSync(each))).toEqual([false, true]);
    rmSync(unknown, { recursive: true });
  });
});
