import { createRequire } from 'node:module';

/**
 * Modules of Node that a server needs, to be loaded before V8's flags change: Node has their compiled code for its own flags only, and
 * compiles them from source under others. Their names are data, because the build leaves out imports that nothing is taken from.
 */
const MODULES = [
  'node:assert',
  'node:child_process',
  'node:cluster',
  'node:crypto',
  'node:dns/promises',
  'node:fs/promises',
  'node:http2',
  'node:https',
  'node:os',
  'node:perf_hooks',
  'node:stream/promises',
  'node:timers/promises',
  'node:tty',
  'node:util',
  'node:v8',
  'node:vm',
  'node:worker_threads',
  'node:zlib',
];

/** Loads the modules of Node that a server needs. */
export function loadNodeModules(): void {
  const require = createRequire(import.meta.url);
  for (const name of MODULES) require(name);
}
