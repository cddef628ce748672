// Packs the package and checks how it is resolved and installed: node tools/check-package.mjs. It has to be built before,
// with its types (npm run build && npm run build:types).
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './install.mjs';

const folder = mkdtempSync(join(tmpdir(), 'binnacle-package-'));
const bin = (name) => join(root, 'node_modules', '.bin', name);

function run(command, args, cwd = root) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exitCode = 1;
}

try {
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
  const archive = join(folder, readdirSync(folder)[0]);
  run(bin('publint'), [archive, '--strict']);
  // The versions of Node in `engines` can require ES modules.
  run(bin('attw'), [archive, '--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm']);
  writeFileSync(join(folder, 'package.json'), '{}');
  // The install script of sqlite3 fetches a prebuilt binary; that of this checkout is taken, so that no network is needed.
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', archive], folder);
  const binary = join('node_modules', 'sqlite3', 'build');
  cpSync(join(root, binary), join(folder, binary), { recursive: true });
  run(join(folder, 'node_modules', '.bin', 'binnacle'), ['--version'], folder);
  const requires =
    "const { startApiServer } = require('binnacle'); require('binnacle/plugin-api').Inject(startApiServer)";
  run(process.execPath, ['--disable-warning=ExperimentalWarning', '--eval', requires], folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
