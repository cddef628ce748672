import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overwriteValue } from '../support/storage-sql.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

// Addresses that are named are below 16: others are given to services that name none.
const SERVICES = '/api/v1/namespaces/default/services';

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-allocations-'));
  server = await startTestServer({ storage: { dataDir: directory } });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const service = (name: string, spec: Json = {}, metadata: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, ...metadata },
  spec: { ports: [{ port: 80 }], ...spec },
});

const create = (name: string, spec: Json = {}, query = ''): Promise<TestAnswer> =>
  server.client.post(`${SERVICES}${query}`, service(name, spec));

describe('the address of a service', () => {
  it('is released when validation refuses the service it was taken for', async () => {
    const refused = await create('refused', { clusterIP: '10.0.0.10', ports: [{ port: 80, protocol: 'ICMP' }] });
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('spec.ports[0].protocol')]);
    expect((await create('accepted', { clusterIP: '10.0.0.10' })).status).toBe(201);
  });

  it('is released when the name is taken', async () => {
    await create('taken');
    expect((await create('taken', { clusterIP: '10.0.0.11' })).status).toBe(409);
    expect((await create('other', { clusterIP: '10.0.0.11' })).status).toBe(201);
  });

  it('is not taken by a dry run', async () => {
    expect((await create('dry', { clusterIP: '10.0.0.12' }, '?dryRun=All')).status).toBe(201);
    expect((await create('wet', { clusterIP: '10.0.0.12' })).status).toBe(201);
  });

  it('is free when an update takes the last finalizer of a deleted service away', async () => {
    const held = service('held', { clusterIP: '10.0.0.13' }, { finalizers: ['example.com/hold'] });
    await server.client.post(SERVICES, held);
    await server.client.delete(`${SERVICES}/held`);
    expect((await create('early', { clusterIP: '10.0.0.13' })).status).toBe(422);
    await server.client.patch(`${SERVICES}/held`, 'merge-patch', { metadata: { finalizers: null } });
    expect((await create('late', { clusterIP: '10.0.0.13' })).status).toBe(201);
  });

  it('is one of its own for each of many services that are created at once', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `many-${i}`);
    const answers = await Promise.all(names.map((name) => create(name, { type: 'NodePort' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(201));
    expect(new Set(answers.map(({ body }) => body.spec.clusterIP)).size).toBe(100);
    expect(new Set(answers.map(({ body }) => body.spec.ports[0].nodePort)).size).toBe(100);
    await Promise.all(names.map((name) => server.client.delete(`${SERVICES}/${name}`)));
  });
});

describe('the endpoints of a service', () => {
  const ENDPOINTS = '/api/v1/namespaces/default/endpoints';
  const statusOf = async (name: string): Promise<number> => (await server.client.get(`${ENDPOINTS}/${name}`)).status;

  it('go with it, when its last finalizer does', async () => {
    for (const [name, finalizers] of Object.entries({ plain: [], guarded: ['example.com/hold'] })) {
      await server.client.post(SERVICES, service(name, {}, { finalizers }));
      await server.client.post(ENDPOINTS, { apiVersion: 'v1', kind: 'Endpoints', metadata: { name } });
      await server.client.delete(`${SERVICES}/${name}`);
    }
    expect([await statusOf('plain'), await statusOf('guarded')]).toEqual([404, 200]);
    await server.client.patch(`${SERVICES}/guarded`, 'merge-patch', { metadata: { finalizers: null } });
    expect(await statusOf('guarded')).toBe(404);
  });

  it('may be missing', async () => {
    await create('alone');
    expect((await server.client.delete(`${SERVICES}/alone`)).status).toBe(200);
  });
});

describe('a start on allocations that are damaged or lack something', () => {
  it('takes again what the services hold', async () => {
    await create('before', { clusterIP: '10.0.0.50', type: 'NodePort', ports: [{ port: 80, nodePort: 30_050 }] });
    await server.close();
    await overwriteValue(directory, '/registry/ranges/serviceips', Buffer.from('{"kind":'));
    const none = { kind: 'RangeAllocation', apiVersion: 'v1', metadata: {}, range: '30000-32767', data: '' };
    await overwriteValue(directory, '/registry/ranges/servicenodeports', Buffer.from(JSON.stringify(none)));
    server = await startTestServer({ storage: { dataDir: directory } });
    expect((await create('same-address', { clusterIP: '10.0.0.50' })).body.message).toContain('already allocated');
    const samePort = await create('same-port', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_050 }] });
    expect(samePort.body.message).toContain('already allocated');
    expect((await create('fresh', { type: 'NodePort' })).status).toBe(201);
  });
});
