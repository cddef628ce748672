import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FolderWatch } from './folder-watch.js';

/** Longer than the watch waits for the end of several changes. */
const SETTLED_MS = 250;

let folder: string;
let changes: number;
let watch: FolderWatch;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-watch-'));
  for (const name of ['inner', 'node_modules', '.data', 'kept']) await mkdir(join(folder, name));
  changes = 0;
  watch = new FolderWatch(folder, () => changes++, new Set([join(folder, 'kept'), join(folder, 'audit.json')]));
});

afterEach(async () => {
  watch.close();
  await rm(folder, { recursive: true, force: true });
});

async function changesAfter(...paths: readonly string[]): Promise<number> {
  // In one turn, so that they are close to one another however slow the machine is.
  for (const path of paths) writeFileSync(join(folder, path), String(Math.random()));
  await delay(SETTLED_MS);
  return changes;
}

describe('FolderWatch', () => {
  it('reports several changes once, in folders below too', async () => {
    expect(await changesAfter('a.ts', 'b.js', join('inner', 'c.mts'))).toBe(1);
    expect(await changesAfter('a.ts')).toBe(2);
  });

  it('follows folders that come later', async () => {
    await mkdir(join(folder, 'inner', 'new'));
    await delay(SETTLED_MS);
    const before = changes;
    expect(await changesAfter(join('inner', 'new', 'd.ts'))).toBe(before + 1);
  });

  it('ignores packages, hidden files and what is no source', async () => {
    const others = ['e.log', '.hidden.ts', join('node_modules', 'f.js'), join('.data', 'g.js')];
    expect(await changesAfter(...others)).toBe(0);
  });

  it('ignores a log without a suffix, which is no folder either', async () => {
    expect(await changesAfter('log', 'nohup', 'log')).toBe(0);
    await rm(join(folder, 'log'));
    await delay(SETTLED_MS);
    expect(changes).toBe(0);
  });

  it('ignores what the server writes itself', async () => {
    await rm(join(folder, 'kept'), { recursive: true });
    await mkdir(join(folder, 'kept'));
    expect(await changesAfter(join('kept', 'state.json'), 'audit.json')).toBe(0);
  });

  it('reports nothing once it is closed', async () => {
    watch.close();
    expect(await changesAfter('a.ts')).toBe(0);
  });
});
