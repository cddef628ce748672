// Installs and builds as needed, then runs the tests: node tools/test.mjs [--unit] [--sources] [arguments of jest]
//   --unit     only the tests beside the sources, which need no build
//   --sources  tests in test/ load each module of the sources by itself, for coverage or a debugger: slower
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

const OWN = ['--unit', '--sources'];
const isUnit = process.argv.includes('--unit');
const runsSources = isUnit || process.argv.includes('--sources');
const args = process.argv.slice(2).filter((arg) => !OWN.includes(arg));
if (isUnit) args.push('--testMatch', '**/*.spec.ts');

ensureInstalled();
if (!isUnit) await ensureBuilt();
const env = { ...process.env };
if (!runsSources) {
  const { ensureJoined, joinedManifest } = await import('./test/joined-sources.mjs');
  await ensureJoined();
  env.JOINED_SOURCES = joinedManifest;
}

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const { status, signal } = spawnSync(process.execPath, [...flags, jest, ...args], {
  cwd: root,
  env,
  stdio: 'inherit',
});
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
