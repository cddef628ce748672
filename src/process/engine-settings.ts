import module from 'node:module';
import { compiledPackages } from './compiled-packages.js';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { collectGarbage, collectWhenQuiet, shrinkWhenQuiet } from './garbage-collection.js';

/**
 * Settles how V8 keeps memory, for the whole process: to be called once, by the command.
 *
 * Places in the code whose objects lived for long make new ones among the old at once otherwise. Here they would be those
 * of requests that waited for the disk, and each of them, dead or not, keeps what it refers to until old garbage is collected.
 */
export function settleEngine(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** The longest time that the settings of a start last, in milliseconds; those of the young generation last as long again. */
const START_MS = 3_000;
/** That of a server, which says when it is ready. */
const SERVER_START_MS = 30_000;

/**
 * How much the old generation grows, in percent of what the first collection leaves, some 3 MB, until the next one: beyond what
 * a start needs.
 */
const GROWTH = 1_500;

/**
 * Saves memory and processor time until the end of a start: code that runs once is not optimized, the young generation,
 * whose objects mostly stay, does not grow, and the old one is not collected. To be called once, by the command;
 * docs/decisions/0261-engine-during-the-start.md, docs/decisions/0271-collections-around-the-start.md.
 */
export function economizeStart(): void {
  setFlagsFromString('--no-opt');
  // Functions that ran once belong to the compiled code that is kept.
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  // V8 settles the next collection at the end of one; this is the cheapest that there is.
  collectGarbage();
  end = setTimeout(endStart, START_MS).unref();
}

/**
 * The same of the process that has the store of workers, from its start on. What it receives and sends is outside of V8's
 * heap and dies young, but V8 counts it: it marked the whole heap, 25 MB, for every 14 MB of that.
 */
const GROWTH_OF_STORE = 200;

/** Settles how V8 keeps memory in the process that has the store of workers; docs/decisions/0287-processor-time-of-writes.md. */
export function settleStore(): void {
  growth = GROWTH_OF_STORE;
  if (hasEnded) setFlagsFromString(`--heap-growing-percent=${growth}`);
}

/** After the start; V8 decides where it is 0. */
let growth = 0;
let end: NodeJS.Timeout | undefined;
let hasEnded = false;

/**
 * Extends the start until endStart is called, for a server that will: the compiled code that is kept is that of a whole start
 * then, also on a machine that takes longer.
 */
export function awaitReadiness(): void {
  if (!end || hasEnded) return;
  clearTimeout(end);
  end = setTimeout(endStart, SERVER_START_MS).unref();
}

/** Ends the settings of economizeStart; what runs from now on runs often. */
export function endStart(): void {
  if (hasEnded) return;
  hasEnded = true;
  // Compiled code is for the flags it was made with.
  compiledPackages.save();
  setFlagsFromString('--opt');
  setFlagsFromString('--flush-bytecode');
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), START_MS).unref();
  collectWhenQuiet();
  shrinkWhenQuiet();
}

/** The functions of Node 22 that Node 20 does not have. */
interface CompileCache {
  enableCompileCache?(directory: string): unknown;
}

/**
 * Keeps compiled code beside the build, for later starts; to be called before what is to be kept is imported. Node 20 cannot do
 * it. Node's own place, the directory for temporary files, is open to other users, who could leave code there.
 */
export function keepCompiledCode(): void {
  const build = dirname(dirname(fileURLToPath(import.meta.url)));
  (module as CompileCache).enableCompileCache?.(join(build, '.compile-cache'));
}
