import { residentMegabytes } from './live-memory.js';
import { type AttackedServer, startAttackedServer } from './support.js';
import type { TestClient } from '../support/test-client.js';

const PATH = '/api/v1/namespaces/default/configmaps';
const OBJECTS = 1000;
const UPDATES = 10_000;
/** Rounds of so many updates. Memory rises and falls with collections: the least of the last rounds is what is kept. */
const ROUNDS = 6;
const LAST_ROUNDS = 3;
const CONNECTIONS = 64;
/** Maximum growth of resident memory, in MB: the recent events are 40 of it. */
const MOST_GROWTH = 120;

let server: AttackedServer;
let client: TestClient;

beforeAll(async () => {
  server = await startAttackedServer(['--controllers=-*']);
  client = server.connect(server.adminToken, CONNECTIONS);
}, 60_000);

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** Writes so many objects on all connections, and answers the codes that were not the expected one. */
async function writeAll(count: number, code: number, write: (i: number) => Promise<number>): Promise<number[]> {
  const others: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const status = await write(i);
      if (status !== code) others.push(status);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return others;
}

function objectNamed(name: string, text: string): object {
  return { metadata: { name }, data: { filler: 'x'.repeat(900), text } };
}

it('ends many updates of the same objects near the memory it began with', async () => {
  const created = await writeAll(OBJECTS, 201, async (i) => {
    return (await client.request('POST', PATH, { body: objectNamed(`a-${i}`, '') })).status;
  });
  expect(created).toEqual([]);
  expect((await client.get(`${PATH}?limit=1`)).status).toBe(200);
  const before = await residentMegabytes(server);
  const growths: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const updated = await writeAll(UPDATES, 200, async (i) => {
      const name = `a-${i % OBJECTS}`;
      return (await client.request('PUT', `${PATH}/${name}`, { body: objectNamed(name, `${round}-${i}`) })).status;
    });
    expect(updated).toEqual([]);
    growths.push((await residentMegabytes(server)) - before);
  }
  expect(Math.min(...growths.slice(-LAST_ROUNDS))).toBeLessThan(MOST_GROWTH);
}, 240_000);
