// Installs, builds and starts the server as needed: node tools/start.mjs [flags of the server]
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
await ensureBuilt();

// The server takes over this very process, so signals and the exit code are its own.
const main = join(root, 'dist', 'src', 'main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
