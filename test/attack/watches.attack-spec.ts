import { LOOKS } from './looks.js';
import { probedServer } from './probed-server.js';
import { MOST_LATENCY } from './support.js';
import { EVENTS, eventOf, fillEvents, leaveUnread, workOf } from './unread-answers.js';

const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const as = (view: string): string => `${JSON_TYPE};as=${view};v=v1;g=meta.k8s.io`;

/** How many times the work of a write with watchers of JSON one with as many watchers of another format may make. */
const MOST_WORK = 1.6;
const WATCHERS = 200;
/** Work is counted in ticks of 10 ms: fewer writes would be too few of them. */
const WRITES = 300;

const attacked = probedServer();

let round = 0;

/** The time the server works for the writes of small objects while 200 watch them, in seconds. */
async function workBeside(accept: string): Promise<number> {
  const client = attacked.server.connect(attacked.server.adminToken, WATCHERS);
  const namespace = `watched-${round++}`;
  const metadata = { name: namespace };
  expect((await attacked.server.admin.post('/api/v1/namespaces', { metadata })).status).toBe(201);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const { resourceVersion } = (await attacked.server.admin.get(`${path}?limit=1`)).body.metadata;
  const watch = `${path}?watch=1&resourceVersion=${resourceVersion}`;
  for (let i = 0; i < WATCHERS; i++) (await client.open('GET', watch, { headers: { accept } })).resume();
  const before = await workOf(attacked.server);
  const write = async (i: number): Promise<void> => {
    const { status } = await attacked.server.admin.post(path, {
      metadata: { name: `a-${i}` },
      data: { a: 'b'.repeat(100) },
    });
    expect(status).toBe(201);
  };
  for (let i = 0; i < WRITES; i += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => write(i + k)));
  const work = (await workOf(attacked.server)) - before;
  client.close();
  return work;
}

describe('beside many watches', () => {
  beforeAll(() => workBeside(JSON_TYPE));

  it.each([
    ['protobuf', PROTOBUF],
    ['tables', as('Table')],
    ['metadata', as('PartialObjectMetadata')],
  ])('makes a change into %s once for all of them', async (_, accept) => {
    let ratio = Infinity;
    for (let look = 0; look < LOOKS && ratio >= MOST_WORK; look++) {
      const plain = await workBeside(JSON_TYPE);
      ratio = Math.min(ratio, (await workBeside(accept)) / plain);
    }
    expect(ratio).toBeLessThan(MOST_WORK);
  });
});

describe('beside many objects', () => {
  beforeAll(() => fillEvents(attacked.server, { count: 1000, bytes: 50_000 }));

  it.each([
    ['JSON', JSON_TYPE],
    ['protobuf', PROTOBUF],
    ['tables', as('Table')],
    ['metadata', as('PartialObjectMetadata')],
  ])('sends 100 watches their first objects in %s, unread, without holding them or anybody up', async (_, accept) => {
    const path = `${EVENTS}?watch=1&resourceVersion=0`;
    const { latency, memory } = await leaveUnread(attacked.server, attacked.prober, {
      path,
      headers: { accept },
      count: 100,
    });
    expect(latency).toBeLessThan(MOST_LATENCY);
    expect(memory).toBeLessThan(600);
  });
});

it.each([
  ['JSON', JSON_TYPE],
  ['protobuf', PROTOBUF],
  ['tables', as('Table')],
  ['metadata', as('PartialObjectMetadata')],
])('ends a watch in %s that does not read', async (name, accept) => {
  const { resourceVersion } = (await attacked.server.admin.get(`${EVENTS}?limit=1`)).body.metadata;
  const watch = `${EVENTS}?watch=1&resourceVersion=${resourceVersion}`;
  const response = await attacked.server.admin.open('GET', watch, { headers: { accept } });
  response.pause();
  const note = 'some words of it '.repeat(12_000);
  for (let i = 0; i < 100; i++) {
    const { status } = await attacked.server.admin.post(EVENTS, eventOf(`unread-${name.toLowerCase()}-${i}`, note));
    expect(status).toBe(201);
  }
  let received = 0;
  for await (const bytes of response) received += (bytes as Buffer).length;
  expect(received).toBeLessThan(100 * note.length);
});
