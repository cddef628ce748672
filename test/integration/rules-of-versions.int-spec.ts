import { MooringPlugin } from '../fixtures/plugins/mooring.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const pathIn = (version: string): string => `/apis/mooring.example.com/${version}/namespaces/default/moorings`;
const [V1, V2] = [pathIn('v1'), pathIn('v2')];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [MooringPlugin] });
});

afterAll(() => server.close());

const mooring = (version: string, name: string, spec: Json): Json => ({
  apiVersion: `mooring.example.com/${version}`,
  kind: 'Mooring',
  metadata: { name },
  spec,
});

const causesOf = ({ body }: TestAnswer): string[] =>
  ((body as Json).details.causes as Json[]).map(({ field, message }) => `${field}: ${message}`);

const TOO_MANY = ['spec.lineCount: Invalid value: 5: must be less than or equal to 4'];

describe('rules at the fields of an older version', () => {
  it('apply to a create in that version, with its field names', async () => {
    const answer = await server.client.post(V1, mooring('v1', 'a', { lineCount: 5, shipName: 'raft' }));
    expect(answer.status).toBe(422);
    expect(causesOf(answer)).toEqual([
      'spec.shipName: Unsupported value: "raft": supported values: "tug", "ferry"',
      ...TOO_MANY,
    ]);
  });

  it('name a value once that the rules of the storage version refuse too', async () => {
    const answer = await server.client.post(V1, mooring('v1', 'b', { lineCount: 11 }));
    expect(causesOf(answer)).toEqual(['spec.lineCount: Invalid value: 11: must be less than or equal to 4']);
  });

  it('apply to updates, patches and applied configurations in that version', async () => {
    await server.client.post(V2, mooring('v2', 'c', { lines: 3 }));
    const { body: current } = await server.client.get(`${V1}/c`);
    const update = await server.request('PUT', `${V1}/c`, { body: { ...current, spec: { lineCount: 5 } } });
    const patch = await server.request('PATCH', `${V1}/c`, {
      body: { spec: { lineCount: 5 } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    const applied = await server.request('PATCH', `${V1}/c?fieldManager=m&force=true`, {
      body: mooring('v1', 'c', { lineCount: 5 }),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect([update, patch, applied].map(causesOf)).toEqual([TOO_MANY, TOO_MANY, TOO_MANY]);
    expect((await server.client.get(`${V2}/c`)).body.spec).toEqual({ lines: 3 });
  });

  it('leave writes of the storage version to its own rules', async () => {
    expect((await server.client.post(V2, mooring('v2', 'd', { lines: 5, ship: 'raft' }))).status).toBe(201);
    expect((await server.client.get(`${V1}/d`)).body.spec).toEqual({ lineCount: 5, shipName: 'raft' });
  });
});

describe('rules at the fields of the storage version', () => {
  it('apply to what an older version allows, and name its fields', async () => {
    const answer = await server.client.post(V1, mooring('v1', 'e', { lineCount: -1 }));
    expect(causesOf(answer)).toEqual(['spec.lineCount: Invalid value: -1: must be greater than or equal to 1']);
  });
});
