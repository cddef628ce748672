import { WITH_NATIVES, liveMegabytes, residentMegabytes, youngObjects } from './live-memory.js';
import { type AttackedServer, startAttackedServer } from './support.js';
import type { TestClient } from '../support/test-client.js';

const PATH = '/api/v1/namespaces/default/configmaps';
const OBJECTS = 1000;
const UPDATES = 10_000;
const ROUNDS = 3;
const CONNECTIONS = 64;
/** Maximum growth of the memory that is in use, in MB: the recent events are up to 38 of it. */
const MOST_LIVE_GROWTH = 50;
/** Maximum growth of resident memory, in MB, after all garbage was collected. */
const MOST_GROWTH = 100;

let server: AttackedServer;
let client: TestClient;

beforeAll(async () => {
  server = await startAttackedServer(['--controllers=-*'], { nodeFlags: WITH_NATIVES });
  client = server.connect(server.adminToken, CONNECTIONS);
});

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
  const [live, resident] = [await liveMegabytes(server), await residentMegabytes(server)];
  for (let round = 0; round < ROUNDS; round++) {
    const updated = await writeAll(UPDATES, 200, async (i) => {
      const name = `a-${i % OBJECTS}`;
      return (await client.request('PUT', `${PATH}/${name}`, { body: objectNamed(name, `${round}-${i}`) })).status;
    });
    expect(updated).toEqual([]);
  }
  expect((await liveMegabytes(server)) - live).toBeLessThan(MOST_LIVE_GROWTH);
  expect((await residentMegabytes(server)) - resident).toBeLessThan(MOST_GROWTH);
});

it('makes new objects among the young, also where earlier ones lived for long', async () => {
  expect(await youngObjects(server)).toBe(1000);
});
