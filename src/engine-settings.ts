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
