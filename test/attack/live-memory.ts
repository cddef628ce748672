import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { WebSocket } from 'ws';
import type { AttackedServer } from './support.js';

/** Options of a server for `liveMegabytes`: its inspector opens on a free port. */
export const INSPECTABLE = ['--inspect-port=0'];

/** Memory that a server's objects and buffers take after all garbage was collected, in MB. */
export async function liveMegabytes(server: AttackedServer): Promise<number> {
  const socket = new WebSocket(await inspectorOf(server));
  await once(socket, 'open');
  await ask(socket, 'HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = (await ask(socket, 'Runtime.evaluate', { expression })) as { result: { value: number } };
  socket.terminate();
  return result.value / 1_000_000;
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
