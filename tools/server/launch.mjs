import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { waitUntilReady } from './readiness.mjs';

/** Servers that run, with their directories: none of them outlives this process. */
const running = new Map();

/** Time limit for a server to become ready, and to shut down. */
const PATIENCE = 30_000;

/**
 * Starts the built server on a free port with its own empty store and waits until it is ready; `token` is one the
 * flags make known to it, `nodeFlags` are those of Node itself. Answers its `url`, `pid`, data `directory`, the milliseconds from the start of the process to
 * being ready (`readyMs`), the end of what it printed (`log()`), and `stop()`, which takes the store away too.
 */
export async function launchServer(flags, token, nodeFlags = []) {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-'));
  const port = await freePort();
  const own = [`--secure-port=${port}`, '--bind-address=127.0.0.1', `--data-dir=${directory}`];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, join(root, 'dist', 'src', 'main.js'), ...own, ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithThisProcess(child, directory);
  const log = collectOutput(child);
  const stop = () => stopServer(child, directory);
  try {
    const url = `https://127.0.0.1:${port}`;
    await Promise.race([waitUntilReady(url, { token, patience: PATIENCE }), failOnExit(child)]);
    return { url, pid: child.pid, directory, readyMs: performance.now() - startedAt, log, stop };
  } catch (error) {
    await stop();
    throw new Error(`${error.message}\n${log()}`, { cause: error });
  }
}

/** Returns a port nothing listens on just now. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function endWithThisProcess(child, directory) {
  if (process.listenerCount('exit', killAll) === 0) {
    process.on('exit', killAll);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  }
  running.set(child, directory);
}

function killAll() {
  for (const [child, directory] of running) {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Keeps the end of what the server printed, and keeps its pipes from filling up. */
function collectOutput(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => (text = (text + chunk).slice(-8192)));
  }
  return () => text;
}

function failOnExit(child) {
  return new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the server ended early (${signal ?? `exit code ${code}`})`)),
    );
  });
}

async function stopServer(child, directory) {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  }
  running.delete(child);
  rmSync(directory, { recursive: true, force: true });
}
