#!/usr/bin/env node
// npm create binnacle-plugin NAME is binnacle new plugin NAME, of the version this package depends on.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = dirname(createRequire(import.meta.url).resolve('binnacle/package.json'));
process.argv.splice(2, 0, 'new', 'plugin');
await import(pathToFileURL(join(folder, 'dist', 'src', 'main.js')).href);
