import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { measureBareStart } from './bare-start.mjs';
import { startGenerator } from './generator-process.mjs';
import { mediansOf, sum } from './statistics.mjs';
import { processorTime } from './processor-time.mjs';
import { launchMeasured } from './subjects.mjs';

const SETTLING = 3000;
const MANY = { namespace: 'bench-memory', count: 10_000, bytes: 700 };

/**
 * Returns milliseconds from process start to ready on an empty store and of a bare server, with those of processor time, in turns; and a certificate for the
 * bare server.
 */
export async function measureReadiness(starts) {
  const own = [];
  const bare = [];
  let certificate;
  for (let start = 0; start < starts; start++) {
    const server = await launchMeasured();
    own.push({ ms: server.readyMs, processorMs: processorTime(server.pid) / 1000 });
    const read = (file) => readFileSync(join(server.directory, 'certs', file), 'utf8');
    certificate = { key: read('apiserver.key'), cert: read('apiserver.crt') };
    bare.push(await measureBareStart(server.directory));
    await server.stop();
  }
  const [ready, bareReady] = [mediansOf(own), mediansOf(bare)];
  return { certificate, figures: { ready, bareReady, readyMsWorst: Math.max(...own.map(({ ms }) => ms)) } };
}

/** Returns resident memory in MB: idle on an empty store, and with 10 000 objects of 1 kB. */
export async function measureMemory() {
  const server = await launchMeasured();
  const generator = startGenerator();
  try {
    await delay(SETTLING);
    const residentIdle = residentMegabytes(server.pid);
    await generator.run('prepare', { target: server, fixtures: [MANY] });
    await delay(SETTLING);
    return { residentIdle, residentWith10000: residentMegabytes(server.pid) };
  } finally {
    generator.stop();
    await server.stop();
  }
}

/** Returns the resident memory of every server whose processes are known, by name, in MB. */
export function residentOf(subjects) {
  const known = subjects.filter(({ pids }) => pids.length > 0);
  return Object.fromEntries(known.map(({ name, pids }) => [name, sum(pids.map(residentMegabytes))]));
}

/** Returns resident memory of a process in MB (10^6 bytes). */
export function residentMegabytes(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1.024e-3;
}
