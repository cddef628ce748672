// Installs and builds as needed, then runs the tests: node tools/test.mjs [--unit] [arguments of jest]
//   --unit  only the tests beside the sources, which need no build
// Without a choice of files those of `test` run in groups, which load a server's modules once.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';
import { writeGroups } from './test/groups.mjs';

const [first, ...others] = process.argv.slice(2);
const isUnit = first === '--unit';
const given = isUnit ? [...others, '--testMatch', '**/*.spec.ts'] : process.argv.slice(2);
const isWhole = given.every((argument) => /^--(json|outputFile=.*|silent|verbose|ci)$/.test(argument));

ensureInstalled();
if (!isUnit) await ensureBuilt();

const args = isWhole ? [...given, '--testMatch', '**/*.spec.ts', ...writeGroups()] : given;
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const { status, signal } = spawnSync(process.execPath, [...flags, jest, ...args], {
  cwd: root,
  stdio: 'inherit',
});
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
