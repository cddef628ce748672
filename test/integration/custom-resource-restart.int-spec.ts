import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const MERGE = { 'content-type': 'application/merge-patch+json' };

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-definitions-'));
  server = await startTestServer({ storage: { dataDir: directory } });
  await server.ready;
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

async function restart(): Promise<void> {
  await server.close();
  server = await startTestServer({ storage: { dataDir: directory } });
  await server.ready;
}

const pathOf = (plural: string, name = ''): string => `/apis/kept.example.com/v1/namespaces/default/${plural}${name}`;

const objectOf = (kind: string, name: string, further: Json = {}): Json => ({
  apiVersion: 'kept.example.com/v1',
  kind,
  metadata: { name, ...further },
});

async function define(plural: string, kind: string): Promise<void> {
  const spec = { type: 'object', properties: { a: { type: 'string' } } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  const { status } = await server.client.post(DEFINITIONS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.kept.example.com` },
    spec: {
      group: 'kept.example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  expect(status).toBe(201);
  await eventually(async () => expect((await server.client.get(pathOf(plural))).status).toBe(200));
}

describe('a definition in the store', () => {
  it('is served before the server counts as ready', async () => {
    await define('boats', 'Boat');
    await server.client.post(pathOf('boats'), objectOf('Boat', 'a'));
    await restart();
    expect((await server.client.get(pathOf('boats', '/a'))).status).toBe(200);
    const { text } = await server.request('GET', '/readyz?verbose');
    expect(text).toContain('[+]poststarthook/crd-informer-synced ok');
  });

  it('gives objects that were stored before the defaults its schema gets later', async () => {
    await define('carts', 'Cart');
    await server.client.post(pathOf('carts'), { ...objectOf('Cart', 'a'), spec: { a: 'x' } });
    const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/b';
    const patch = [{ op: 'add', path, value: { type: 'string', default: 'late' } }];
    await server.client.patch(`${DEFINITIONS}/carts.kept.example.com`, 'json-patch', patch);
    await eventually(async () =>
      expect((await server.client.get(pathOf('carts', '/a'))).body.spec).toEqual({ a: 'x', b: 'late' }),
    );
    const headers = MERGE;
    const body = { metadata: { labels: { l: '1' } } };
    const patched = await server.request('PATCH', pathOf('carts', '/a'), { headers, body });
    expect([patched.body.spec, patched.body.metadata.generation]).toEqual([{ a: 'x', b: 'late' }, 1]);
  });

  it('that is being deleted refuses new objects and goes on after a restart', async () => {
    await define('sleds', 'Sled');
    await server.client.post(pathOf('sleds'), objectOf('Sled', 'held', { finalizers: ['example.com/hold'] }));
    const at = `${DEFINITIONS}/sleds.kept.example.com`;
    await server.client.delete(at);
    const refused = async (): Promise<void> => {
      const { status, body } = await server.client.post(pathOf('sleds'), objectOf('Sled', 'late'));
      expect([status, body.message]).toEqual([
        405,
        'create not allowed while custom resource definition is terminating',
      ]);
    };
    await eventually(refused);
    await eventually(async () =>
      expect((await server.client.get(at)).body.status.conditions).toContainEqual(
        expect.objectContaining({ type: 'Terminating', status: 'True', reason: 'InstanceDeletionInProgress' }),
      ),
    );
    await restart();
    await refused();
    expect((await server.client.get(pathOf('sleds', '/held'))).body.metadata).toHaveProperty('deletionTimestamp');
    const body = { metadata: { finalizers: null } };
    await server.request('PATCH', pathOf('sleds', '/held'), { headers: MERGE, body });
    await eventually(async () => expect((await server.client.get(at)).status).toBe(404));
    expect((await server.client.get(pathOf('sleds'))).status).toBe(404);
  });
});
