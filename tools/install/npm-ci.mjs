// Runs `npm ci` in the current directory, and prints a line when that compiles SQLite: node tools/install/npm-ci.mjs
// npm shows nothing of the scripts of packages, and this one takes minutes.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A file that node-gyp writes before it compiles; the archive with a compiled binary does not have it. */
const COMPILING = join('node_modules', 'sqlite3', 'build', 'config.gypi');
const CHECK_MS = 250;
const started = Date.now();

// Development packages are needed to build, also where NODE_ENV says production.
const npm = spawn('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
  stdio: ['ignore', 2, 2],
  shell: process.platform === 'win32',
});
const timer = setInterval(() => {
  // One of an earlier installation may be there until npm removes it.
  if (!(statSync(COMPILING, { throwIfNoEntry: false })?.mtimeMs >= started)) return;
  clearInterval(timer);
  console.error('Compiling SQLite, as no compiled binary could be downloaded: 2 to 10 minutes ...');
}, CHECK_MS);

npm.on('error', ({ message }) => {
  clearInterval(timer);
  console.error(`npm could not be run: ${message}`);
  process.exitCode = 1;
});
npm.on('close', (code) => {
  clearInterval(timer);
  process.exitCode ||= code ?? 1;
});
