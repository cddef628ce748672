import { setTimeout as delay } from 'node:timers/promises';
import { INSPECTABLE, heapMegabytes } from './live-memory.js';
import { type AttackedServer, startAttackedServer } from './support.js';

const PATH = '/api/v1/namespaces/default/configmaps';
const OBJECTS = 6000;
const CONNECTIONS = 64;
/** The young generation alone grows by 30 MB under writes. */
const LEAST_GROWTH = 20;
const LEAST_RELEASE = 15;
/** Seconds until memory is to be released. V8 alone takes 100 from its last collection. */
const PATIENCE = 35;

let server: AttackedServer;

beforeAll(async () => {
  server = await startAttackedServer(['--controllers=-*'], { nodeFlags: INSPECTABLE });
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

async function createAll(): Promise<void> {
  const client = server.connect(server.adminToken, CONNECTIONS);
  let next = 0;
  const create = async (): Promise<void> => {
    for (let i = next++; i < OBJECTS; i = next++) {
      const body = { metadata: { name: `a-${i}` }, data: { filler: 'x'.repeat(2000) } };
      expect((await client.request('POST', PATH, { body })).status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, create));
}

/** The size of the heap once it is no larger, or after so many seconds. */
async function smallestHeap(largest: number, seconds: number): Promise<number> {
  const size = await heapMegabytes(server);
  if (size <= largest || seconds === 0) return size;
  await delay(1000);
  return smallestHeap(largest, seconds - 1);
}

it('releases the young generation of a load soon after it is over', async () => {
  // The first quiet second after a start has its own collection.
  await delay(4000);
  const idle = await heapMegabytes(server);
  await createAll();
  const loaded = await heapMegabytes(server);
  expect(loaded - idle).toBeGreaterThan(LEAST_GROWTH);
  expect(loaded - (await smallestHeap(loaded - LEAST_RELEASE, PATIENCE))).toBeGreaterThanOrEqual(LEAST_RELEASE);
});
