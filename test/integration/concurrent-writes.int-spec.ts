import { type FieldPathElements, fromFieldsV1 } from '../../src/patch/index.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestClient } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const CLIENTS = 32;
const WRITES = 12;

let server: TestServer;
let clients: TestClient[];

beforeAll(async () => {
  server = await startTestServer();
  clients = Array.from({ length: CLIENTS }, () => server.connect('admin-token'));
});

afterAll(() => server.close());

/** Sends the n-th write of a client; undefined when another write came first and it has to be tried again. */
type Writer = (client: TestClient, key: string, value: string) => Promise<TestAnswer | undefined>;

const PATH = `${MAPS}/contended`;
const send = (client: TestClient, contentType: string, body: object, query: string): Promise<TestAnswer> =>
  client.request('PATCH', `${PATH}?${query}`, { body, headers: { 'content-type': `application/${contentType}` } });

/** Ways to set one key of an object without mentioning the others. */
const WRITERS: readonly Writer[] = [
  (client, key, value) => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'contended' }, data: { [key]: value } };
    return send(client, 'apply-patch+yaml', body, `fieldManager=${key}`);
  },
  (client, key, value) => send(client, 'merge-patch+json', { data: { [key]: value } }, `fieldManager=${key}`),
  (client, key, value) =>
    send(client, 'json-patch+json', [{ op: 'add', path: `/data/${key}`, value }] as object, `fieldManager=${key}`),
  async (client, key, value) => {
    const { body } = await client.get(PATH);
    const next = { ...body, data: { ...(body.data as Json), [key]: value } };
    const answer = await client.request('PUT', `${PATH}?fieldManager=${key}`, { body: next });
    return answer.status === 409 ? undefined : answer;
  },
];

async function writeAll(client: TestClient, index: number): Promise<void> {
  const key = `k${index}`;
  const write = WRITERS[index % WRITERS.length];
  for (let n = 1; n <= WRITES; n++) {
    let answer: TestAnswer | undefined;
    while (!answer) answer = await write(client, key, String(n));
    const { message, data } = answer.body as { message?: string; data?: Json };
    expect([answer.status, message, data?.[key]]).toEqual([200, undefined, String(n)]);
  }
}

/** Data keys that each manager owns. */
function ownedKeys({ metadata }: Json): Map<string, string[]> {
  const keyOf = (path: FieldPathElements): string[] => (path[0] === 'f:data' && path[1] ? [path[1].slice(2)] : []);
  const entries = metadata.managedFields as Json[];
  return new Map(
    entries.map(({ manager, operation, fieldsV1 }) => [
      `${manager}/${operation}`,
      [...fromFieldsV1(fieldsV1 as Json).paths()].flatMap(keyOf),
    ]),
  );
}

describe('32 clients that apply to, patch and update one object', () => {
  it('lose no update, and own what they have written [SSA-01, MF-14]', async () => {
    await server.client.post(MAPS, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'contended' },
      data: { first: '0' },
    });
    await Promise.all(clients.map(writeAll));
    const { body } = await server.client.get(PATH);
    const keys = clients.map((_, i) => `k${i}`);
    expect(body.data).toEqual({ first: '0', ...Object.fromEntries(keys.map((key) => [key, String(WRITES)])) });
    const owned = ownedKeys(body);
    for (let i = 0; i < CLIENTS; i += WRITERS.length) expect(owned.get(`k${i}/Apply`)).toEqual([`k${i}`]);
    expect([...owned.values()].flat().sort()).toEqual([...keys, 'first'].sort());
  });

  it('take from each other by force what only one of them has in the end', async () => {
    const path = `${MAPS}/taken`;
    const apply = (client: TestClient, i: number): Promise<TestAnswer> => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'taken' }, data: { k: `v${i}` } };
      const headers = { 'content-type': 'application/apply-patch+yaml' };
      return client.request('PATCH', `${path}?fieldManager=m${i}&force=true`, { body, headers });
    };
    const answers = await Promise.all(clients.map(apply));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(CLIENTS - 1);
    const { body } = await server.client.get(path);
    const [entry, ...others] = body.metadata.managedFields as Json[];
    expect(others).toEqual([]);
    expect(body.data.k).toBe((entry.manager as string).replace('m', 'v'));
  });

  it('create it once, whichever writer comes first', async () => {
    const path = `${MAPS}/made`;
    const apply = (client: TestClient, i: number): Promise<TestAnswer> => {
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'made' }, data: { [`k${i}`]: 'v' } };
      const headers = { 'content-type': 'application/apply-patch+yaml' };
      return client.request('PATCH', `${path}?fieldManager=m${i}`, { body, headers });
    };
    const answers = await Promise.all(clients.map(apply));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: CLIENTS - 1 }, () => 200),
      201,
    ]);
    expect(Object.keys((await server.client.get(path)).body.data as Json)).toHaveLength(CLIENTS);
  });
});
