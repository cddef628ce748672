import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const STATUSES = '/api/v1/componentstatuses';
const DEPRECATION = '299 - "v1 ComponentStatus is deprecated in v1.19+"';

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-computed-'));
  server = await startTestServer({ storage: { dataDir: directory } });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('a kind whose objects are computed', () => {
  it('answers one object without a version', async () => {
    const { status, body, headers } = await server.client.get(`${STATUSES}/etcd-0`);
    expect(status).toBe(200);
    expect(headers.warning).toBe(DEPRECATION);
    expect(body).toEqual({
      kind: 'ComponentStatus',
      apiVersion: 'v1',
      metadata: { name: 'etcd-0', creationTimestamp: null },
      conditions: [{ type: 'Healthy', status: 'True', message: 'ok' }],
    });
  });

  it('answers lists by selectors, without a version', async () => {
    const { body } = await server.client.get(`${STATUSES}?fieldSelector=metadata.name%3Detcd-0`);
    expect(body.metadata).toEqual({});
    expect(body.items).toEqual([expect.objectContaining({ metadata: expect.objectContaining({ name: 'etcd-0' }) })]);
    const none = await server.client.get(`${STATUSES}?labelSelector=a%3Db`);
    expect(none.body).toEqual({ kind: 'ComponentStatusList', apiVersion: 'v1', metadata: {}, items: [] });
  });

  it('is shown as a table', async () => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const { body } = await server.client.request('GET', `${STATUSES}?fieldSelector=metadata.name%3Detcd-0`, {
      headers: { accept },
    });
    expect(body.rows).toEqual([expect.objectContaining({ cells: ['etcd-0', 'Healthy', 'ok', ''] })]);
  });

  it('is written as protobuf', async () => {
    const accept = 'application/vnd.kubernetes.protobuf';
    const { status, headers } = await server.client.request('GET', STATUSES, { headers: { accept } });
    expect([status, headers['content-type']]).toEqual([200, accept]);
  });

  it('knows the field of a namespace, which is empty', async () => {
    const none = await server.client.get(`${STATUSES}?fieldSelector=metadata.namespace%3Dx`);
    expect(none.body.items).toEqual([]);
  });

  it('is not watched, and warns of its version all the same', async () => {
    const { status, body, headers } = await server.client.get(`${STATUSES}?watch=1`);
    expect(status).toBe(405);
    expect(headers.warning).toBe(DEPRECATION);
    expect(body).toMatchObject({
      message: 'watch is not supported on resources of kind "componentstatuses"',
      details: { kind: 'componentstatuses' },
    });
  });

  it('is not written, and does not warn then', async () => {
    const { status, headers } = await server.client.delete(`${STATUSES}/etcd-0`);
    expect(status).toBe(405);
    expect(headers.warning).toBeUndefined();
  });
});
