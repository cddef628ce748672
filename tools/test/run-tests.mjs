import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../install.mjs';

const JEST = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const CONFIG = join(import.meta.dirname, 'native', 'jest.config.mjs');

/** The folders of tests, and of sources that tests load. */
const FOLDERS = ['src', 'plugins', 'test', 'docs'];

/**
 * Runs Jest, and ends this process as it ended.
 * @param {readonly string[]} words arguments of Jest
 */
export async function runTests(words) {
  const { compileTree } = await import('./native/compiled-tree.mjs');
  await compileTree(root, FOLDERS);
  const { status, signal } = spawnSync(process.execPath, [JEST, '--config', CONFIG, ...words], {
    cwd: root,
    stdio: 'inherit',
  });
  if (signal) process.kill(process.pid, signal);
  process.exit(status ?? 1);
}
