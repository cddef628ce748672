// Installs, builds and starts the server as needed: node tools/start.mjs [flags of the server]
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalledForServing, root } from './install.mjs';

const PARENT_CHECK = 250;

ensureInstalledForServing();
await ensureBuilt();
if (process.env.npm_lifecycle_event !== undefined) endWithParent();

// The server takes over this very process, so signals and the exit code are its own.
const main = join(root, 'dist', 'src', 'main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);

/**
 * npm runs scripts in a shell, and forwards signals to that shell only, which exits without forwarding them to the
 * server. Losing the parent therefore counts as SIGTERM, unless a signal has arrived already.
 */
function endWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK).unref();
  const stopWatching = () => clearInterval(timer);
  process.once('SIGINT', stopWatching).once('SIGTERM', stopWatching);
}
