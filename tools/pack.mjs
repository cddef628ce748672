// Puts into a directory what the built server needs to run, and nothing else: node tools/pack.mjs <directory>
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './install.mjs';

/** The native package the bundle leaves outside, and what that one loads. */
const FILES = [
  'node_modules/sqlite3/package.json',
  'node_modules/sqlite3/lib',
  'node_modules/sqlite3/build/Release/node_sqlite3.node',
  'node_modules/bindings',
  'node_modules/file-uri-to-path',
  'package.json',
  'LICENSE',
  'dist',
];
const LEFT_OUT =
  /\.js\.map$|[\\/]dist[\\/](types|bench|site)([\\/]|$)|[\\/]\.(built|packages\.json|compile-cache)([\\/]|$)/;

const target = process.argv[2];
if (target === undefined) {
  console.error('usage: node tools/pack.mjs <directory>');
  process.exit(2);
}

for (const file of FILES) {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  cpSync(join(root, file), join(target, file), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
}
