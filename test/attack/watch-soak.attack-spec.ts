import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { WebSocket } from 'ws';
import { INSPECTABLE, liveMegabytes } from './live-memory.js';
import { type AttackedServer, startAttackedServer } from './support.js';

const PATH = '/api/v1/namespaces/default/configmaps?watch=1&allowWatchBookmarks=true';
const STREAMS = 100;
/** Watches that are opened and dropped before memory is looked at: what is learned once has been learned then. */
const FIRST = 5000;
const ALL = 20_000;
/** Maximum growth of live memory, in MB: a leak of a kilobyte per watch would exceed it. */
const MOST_GROWTH = 10;

let server: AttackedServer;

beforeAll(async () => {
  server = await startAttackedServer(['--controllers=-*'], { nodeFlags: INSPECTABLE });
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

async function openWatch(session: ClientHttp2Session): Promise<void> {
  const stream = session.request({ ':path': PATH, authorization: `Bearer ${server.adminToken}` });
  stream.on('error', () => {}).resume();
  await once(stream, 'response');
}

/** Opens watches on connections of a hundred each, and drops every connection silently. */
async function openAndDrop(count: number): Promise<void> {
  for (let opened = 0; opened < count; opened += STREAMS) {
    const session = connect(server.url, { ca: server.ca });
    session.on('error', () => {});
    await Promise.all(Array.from({ length: STREAMS }, () => openWatch(session)));
    session.destroy();
  }
}

async function openAndDropSockets(count: number): Promise<void> {
  const options = { ca: server.ca, headers: { authorization: `Bearer ${server.adminToken}` } };
  for (let opened = 0; opened < count; opened += 10) {
    const sockets = Array.from(
      { length: 10 },
      () => new WebSocket(`${server.url.replace('https', 'wss')}${PATH}`, options),
    );
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    for (const socket of sockets) socket.terminate();
  }
}

async function openWatches(): Promise<number> {
  const { text } = await server.admin.get('/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith('apiserver_longrunning_requests{'));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

async function untilNoneIsOpen(): Promise<void> {
  while ((await openWatches()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

it('keeps nothing of 20,000 watches that were dropped', async () => {
  await openAndDrop(FIRST);
  await untilNoneIsOpen();
  const before = await liveMegabytes(server);
  await openAndDrop(ALL - FIRST);
  await untilNoneIsOpen();
  expect((await liveMegabytes(server)) - before).toBeLessThan(MOST_GROWTH);
});

it('keeps nothing of WebSockets that were dropped', async () => {
  await openAndDropSockets(500);
  await untilNoneIsOpen();
  const before = await liveMegabytes(server);
  await openAndDropSockets(2000);
  await untilNoneIsOpen();
  expect((await liveMegabytes(server)) - before).toBeLessThan(MOST_GROWTH);
});
