// Installs and builds as needed, then runs the tests: node tools/test.mjs [--unit] [arguments of jest]
//   --unit  only the tests beside the sources, which need no build
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

const [first, ...others] = process.argv.slice(2);
const isUnit = first === '--unit';
const args = isUnit ? [...others, '--testMatch', '**/*.spec.ts'] : process.argv.slice(2);

ensureInstalled();
if (!isUnit) await ensureBuilt();

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const { status, signal } = spawnSync(process.execPath, [...flags, jest, ...args], {
  cwd: root,
  stdio: 'inherit',
});
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
