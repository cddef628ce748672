import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/launch.mjs';
import { waitUntilReady } from '../server/readiness.mjs';
import { processorTime } from './processor-time.mjs';

const PROGRAM = fileURLToPath(new URL('./bare-start-process.mjs', import.meta.url));
const PATIENCE = 30_000;

/**
 * Returns milliseconds from the start of a process to being ready, and those of processor time, of a Fastify server over TLS with the
 * certificate in `directory`: Node's own start, loading of packages and a listener, and nothing else.
 */
export async function measureBareStart(directory) {
  const port = await freePort();
  const files = ['apiserver.key', 'apiserver.crt'].map((file) => join(directory, 'certs', file));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [PROGRAM, String(port), ...files], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    await waitUntilReady(`https://127.0.0.1:${port}`, { token: '', patience: PATIENCE });
    return { ms: performance.now() - startedAt, processorMs: processorTime(child.pid) / 1000 };
  } finally {
    child.kill();
    await ended;
  }
}
