import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type TLSSocket, connect } from 'node:tls';
import { leastWait } from './looks.js';
import type { AttackedServer, Prober } from './support.js';

const NAMESPACE = 'default';
/** How long the server is given for answers that no one reads, in milliseconds. */
const UNREAD_MS = 1500;
const AT_ONCE = 20;

/** Paths of what `fillEvents` makes: in the version that is stored, and in another one. */
export const EVENTS = `/api/v1/namespaces/${NAMESPACE}/events`;
export const EVENTS_ELSEWHERE = `/apis/events.k8s.io/v1/namespaces/${NAMESPACE}/events`;

/** Makes events that are large in every view, metadata included. */
export async function fillEvents(
  server: AttackedServer,
  { count, bytes }: { count: number; bytes: number },
): Promise<void> {
  const note = 'words of an annotation, '.repeat(bytes / 24);
  for (let i = 0; i < count; i += AT_ONCE) {
    const made = Array.from({ length: AT_ONCE }, (_, k) => server.admin.post(EVENTS, eventOf(`event-${i + k}`, note)));
    for (const { status } of await Promise.all(made)) expect(status).toBe(201);
  }
}

/** An event with an annotation. */
export function eventOf(name: string, note: string): object {
  const metadata = { name, namespace: NAMESPACE, annotations: { note } };
  const involvedObject = { kind: 'Pod', name: 'a', namespace: NAMESPACE };
  return { apiVersion: 'v1', kind: 'Event', metadata, involvedObject, reason: 'Testing', type: 'Normal', message: 'a' };
}

/** The request, and its protocol. */
export interface UnreadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly count: number;
}

/** The effect of unread responses on the server. */
export interface UnreadOutcome {
  /** The longest that /livez waited, in milliseconds. */
  readonly latency: number;
  /** The most memory the server ever had resident, in MB. */
  readonly memory: number;
}

/** Asks for the same many times over their own connections, reads nothing of it for a while, and leaves. */
export async function leaveUnread(
  server: AttackedServer,
  prober: Prober,
  { path, headers, count }: UnreadRequest,
): Promise<UnreadOutcome> {
  const lines = Object.entries({ ...headers, host: 'a', authorization: `Bearer ${server.adminToken}` });
  const request = `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const latency = await leastWait({
    prober,
    // Handshakes take this process longer than the server: they come before the measurement.
    prepare: () => Promise.all(Array.from({ length: count }, () => connectTo(server))),
    async work(sockets) {
      for (const socket of sockets) socket.write(request);
      await setTimeout(UNREAD_MS);
      for (const socket of sockets) socket.destroy();
    },
  });
  return { latency, memory: await peakMemory(server) };
}

/** A connection that reads nothing, but for what a socket buffers. */
async function connectTo({ url, ca }: AttackedServer): Promise<TLSSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ca, ALPNProtocols: ['http/1.1'] });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket.pause();
}

/** The most memory a server had resident so far, in MB. */
export async function peakMemory({ built }: AttackedServer): Promise<number> {
  const status = await readFile(`/proc/${built.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** The time a server has worked so far, in seconds of one core. */
export async function workOf({ built }: AttackedServer): Promise<number> {
  const stat = await readFile(`/proc/${built.pid}/stat`, 'utf8');
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
  return (Number(user) + Number(system)) / 100;
}
