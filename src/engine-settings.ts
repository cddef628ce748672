import module from 'node:module';
import { compiledPackages } from './compiled-packages.js';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

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

/**
 * Saves memory and processor time until the end of a start: code that runs once is not optimized, and the young generation,
 * whose objects mostly stay, does not grow. To be called once, by the command; docs/decisions/0261-engine-during-the-start.md.
 */
export function economizeStart(): void {
  setFlagsFromString('--no-opt');
  // Functions that ran once belong to the compiled code that is kept.
  setFlagsFromString('--no-flush-bytecode');
  setFlagsFromString('--semi-space-growth-factor=1');
  setTimeout(endStart, START_MS).unref();
}

let hasEnded = false;

/** Ends the settings of economizeStart; what runs from now on runs often. */
export function endStart(): void {
  if (hasEnded) return;
  hasEnded = true;
  // Compiled code is for the flags it was made with.
  compiledPackages.save();
  setFlagsFromString('--opt');
  setFlagsFromString('--flush-bytecode');
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), START_MS).unref();
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
