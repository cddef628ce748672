// Installs and builds as needed, then runs the tests: node tools/test.mjs [--unit] [arguments of jest]
//   --unit  only the tests beside the sources, which need no build
// Without a choice of files they run in groups, which load modules once.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { writeGroups } from './test/groups.mjs';

const isUnit = process.argv[2] === '--unit';
const given = process.argv.slice(isUnit ? 3 : 2);
const isWhole = given.every((argument) => /^--(json|outputFile=.*|silent|verbose|ci)$/.test(argument));

ensureInstalled();
if (!isUnit) await ensureBuilt();

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const { status, signal } = spawnSync(process.execPath, [...flags, jest, ...given, ...matched()], {
  cwd: root,
  stdio: 'inherit',
});
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);

function matched() {
  if (isWhole) return ['--testMatch', writeGroups({ isUnit })];
  return isUnit ? ['--testMatch', '**/*.spec.ts'] : [];
}
