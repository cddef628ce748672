import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../install.mjs';

const MARK = '== end ==';
const PATIENCE_MS = 20_000;
/** Lines of the log are longer than the picture is wide. */
const WIDTH = 96;

/** @typedef {{ command: string, output: string[], runMs: number, pauseMs: number }} RecordedStep */

/**
 * Returns types the commands of a session into a shell with the built program on its path.
 * @param {readonly { command: string, until?: RegExp, pauseMs: number }[]} session
 * @returns {Promise<RecordedStep[]>}
 */
export async function record(session) {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-picture-'));
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(root, 'dist', 'src', 'main.js'), join(folder, 'bin', 'binnacle'));
  const port = await freePort();
  const environment = { HOME: folder, PATH: `${folder}/bin:${process.env.PATH}`, BINNACLE_SECURE_PORT: port };
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env: environment, detached: true });
  const shown = (text) => text.replaceAll(port, '6443').replaceAll(folder, '~');
  try {
    const steps = [];
    const printed = collect(shell);
    for (const step of session) steps.push(await take(shell, printed, step, shown));
    return steps;
  } finally {
    process.kill(-shell.pid, 'SIGTERM');
    await once(shell, 'exit');
    await sleep(1000);
    rmSync(folder, { recursive: true, force: true });
  }
}

function collect(shell) {
  const printed = { text: '' };
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (printed.text += text));
  }
  shell.stdin.write('exec 2>&1\n');
  return printed;
}

async function take(shell, printed, { command, until = /(?:)/, pauseMs }, shown) {
  printed.text = '';
  const started = Date.now();
  shell.stdin.write(`${command} </dev/null\necho "${MARK}"\n`.replace('& </dev/null', '</dev/null &'));
  while (!printed.text.includes(MARK) || !until.test(printed.text)) {
    if (Date.now() - started > PATIENCE_MS) throw new Error(`${command} printed ${printed.text}`);
    await sleep(10);
  }
  const runMs = Date.now() - started;
  const lines = shown(printed.text.replace(`${MARK}\n`, '').trimEnd()).split('\n');
  return { command, output: lines.map((line) => line.slice(0, WIDTH)), runMs, pauseMs };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return String(port);
}
