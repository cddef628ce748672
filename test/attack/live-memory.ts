import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { WebSocket } from 'ws';
import type { AttackedServer } from './support.js';

/** Options of a server for `liveMegabytes`: its inspector opens on a free port. */
export const INSPECTABLE = ['--inspect-port=0'];

/** Memory that a server's objects and buffers take after all garbage was collected, in MB. */
export async function liveMegabytes(server: AttackedServer): Promise<number> {
  const socket = await inspect(server);
  await ask(socket, 'HeapProfiler.collectGarbage');
  const bytes = await evaluate(socket, '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())');
  socket.terminate();
  return bytes / 1_000_000;
}

/** The size of all pages of a server's heap, whether used or not, in MB. */
export async function heapMegabytes(server: AttackedServer): Promise<number> {
  const socket = await inspect(server);
  const bytes = await evaluate(socket, 'process.memoryUsage().heapTotal');
  socket.terminate();
  return bytes / 1_000_000;
}

/** Flags of a server for `youngObjects`. */
export const WITH_NATIVES = [...INSPECTABLE, '--allow-natives-syntax'];

const TRIALS = 8;

/**
 * Of 1000 objects that a server makes, the number that are among the young, at a place in the code whose first two million
 * lived for long: the least of some trials. With V8's own settings it is 0, after one to five of them.
 */
export async function youngObjects(server: AttackedServer): Promise<number> {
  const socket = await inspect(server);
  const counts: number[] = [];
  for (let i = 0; i < TRIALS; i++) counts.push(await evaluate(socket, `(${makeObjects.toString()})()`));
  socket.terminate();
  return Math.min(...counts);
}

/** Runs in the server; its functions are made of text, so that only V8 has to know what `%` is. */
function makeObjects(): number {
  const make = new Function('i', 'return { a: i, b: [i] }') as (i: number) => object;
  const fill = new Function('make, kept', 'for (let i = 0; i < 20_000; i++) kept.push(make(i))');
  const isYoung = new Function('object', 'return %InYoungGeneration(object)') as (object: object) => boolean;
  const kept: object[] = [];
  for (let round = 0; round < 100; round++) fill(make, kept);
  let young = 0;
  for (let i = 0; i < 1000; i++) if (isYoung(make(i))) young++;
  return young;
}

async function inspect(server: AttackedServer): Promise<WebSocket> {
  const socket = new WebSocket(await inspectorOf(server));
  await once(socket, 'open');
  return socket;
}

async function evaluate(socket: WebSocket, expression: string): Promise<number> {
  const { result } = (await ask(socket, 'Runtime.evaluate', { expression })) as { result: { value: number } };
  return result.value;
}

const INSPECTORS = new WeakMap<AttackedServer, Promise<string>>();

/** The address of a server's inspector, which is opened when it is asked for first. */
function inspectorOf(server: AttackedServer): Promise<string> {
  let address = INSPECTORS.get(server);
  if (!address) INSPECTORS.set(server, (address = openInspector(server)));
  return address;
}

async function openInspector({ built }: AttackedServer): Promise<string> {
  const output = built.standardError!;
  output.resume();
  process.kill(built.pid, 'SIGUSR1');
  let text = '';
  for (;;) {
    const [chunk] = (await once(output, 'data')) as [string];
    text += chunk;
    const address = /ws:\/\/\S+/.exec(text)?.[0];
    if (address !== undefined) return address;
  }
}

async function ask(socket: WebSocket, method: string, params = {}): Promise<unknown> {
  socket.send(JSON.stringify({ id: 1, method, params }));
  const [message] = (await once(socket, 'message')) as [Buffer];
  return (JSON.parse(message.toString('utf8')) as { result: unknown }).result;
}

/** Memory that the process of a server has resident, in MB. */
export async function residentMegabytes({ built }: AttackedServer): Promise<number> {
  const status = await readFile(`/proc/${built.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1000;
}
