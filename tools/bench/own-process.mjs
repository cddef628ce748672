import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startGenerator } from './generator-process.mjs';
import { median } from './statistics.mjs';
import { launchMeasured } from './subjects.mjs';

const SETTLING = 3000;
const MANY = { namespace: 'bench-memory', count: 10_000, bytes: 700 };

/** Returns milliseconds from process start to ready on an empty store, several times; and a certificate for the bare server. */
export async function measureReadiness(starts) {
  const times = [];
  let certificate;
  for (let start = 0; start < starts; start++) {
    const server = await launchMeasured();
    times.push(server.readyMs);
    const read = (file) => readFileSync(join(server.directory, 'certs', file), 'utf8');
    certificate = { key: read('apiserver.key'), cert: read('apiserver.crt') };
    await server.stop();
  }
  return { certificate, figures: { readyMs: median(times), readyMsWorst: Math.max(...times) } };
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

/** Returns resident memory of a process in MB (10^6 bytes). */
export function residentMegabytes(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1.024e-3;
}
