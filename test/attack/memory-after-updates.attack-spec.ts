import { setTimeout as delay } from 'node:timers/promises';
import { INSPECTABLE, liveMegabytes } from './live-memory.js';
import { type AttackedServer, startAttackedServer } from './support.js';

const PATH = '/api/v1/namespaces/default/configmaps';
const OBJECTS = 6000;
const UPDATES = 18_000;
const CONNECTIONS = 32;
/** Objects take 1 kB each as clients read them; 30 share a block of memory, which retained three times as much after the updates. */
const MOST_GROWTH = 4;
/** Seconds until memory is to be released. */
const PATIENCE = 30;

let server: AttackedServer;

beforeAll(async () => {
  // Without recent events, which retain the states before.
  server = await startAttackedServer(['--controllers=-*', '--watch-cache=false'], { nodeFlags: INSPECTABLE });
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

async function send(count: number, method: 'POST' | 'PUT', nameOf: (i: number) => string): Promise<void> {
  const client = server.connect(server.adminToken, CONNECTIONS);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const name = nameOf(i);
      const body = { metadata: { name }, data: { filler: 'x'.repeat(400), i: String(i) } };
      const path = method === 'POST' ? PATH : `${PATH}/${name}`;
      expect((await client.request(method, path, { body })).status).toBeLessThan(300);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** Numbers of objects, the same in each run (the generator of Lehmer). */
function* randomOrder(): Generator<number, never> {
  for (let seed = 1; ; seed = (seed * 48_271) % 0x7fffffff) yield seed % OBJECTS;
}

/** The memory in use once it is no larger, or after so many seconds. */
async function smallestUse(largest: number, seconds: number): Promise<number> {
  const size = await liveMegabytes(server);
  if (size <= largest || seconds === 0) return size;
  await delay(1000);
  return smallestUse(largest, seconds - 1);
}

it('retains little more than objects take that were updated in no order', async () => {
  await send(OBJECTS, 'POST', (i) => `a-${i}`);
  const created = await liveMegabytes(server);
  const order = randomOrder();
  await send(UPDATES, 'PUT', () => `a-${order.next().value}`);
  const most = created + MOST_GROWTH;
  expect(await smallestUse(most, PATIENCE)).toBeLessThanOrEqual(most);
});
