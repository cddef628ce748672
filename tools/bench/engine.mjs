import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from '../build/bundle.mjs';
import { root } from '../install.mjs';
import { OBJECT_BYTES } from './operations.mjs';

/**
 * Measures the storage engine with no API around it, with rows of the size of the created objects: rows per second, and microseconds of
 * processor time for one.
 */
export async function measureEngine(seconds) {
  const { build } = await import('esbuild');
  const module = join(root, 'dist', 'bench', 'sqlite-storage.js');
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: ['src/storage/sqlite/index.ts'],
    outbase: undefined,
    outdir: undefined,
    outfile: module,
    splitting: false,
    chunkNames: undefined,
  });
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-engine-'));
  const child = fork(fileURLToPath(new URL('./engine-process.mjs', import.meta.url)));
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', resolve).once('exit', () => reject(new Error('the engine ended')));
      child.send({ module, directory, seconds, bytes: OBJECT_BYTES + 300 });
    });
  } finally {
    child.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}
