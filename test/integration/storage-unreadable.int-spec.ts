import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/storage-recorder.js';
import { overwriteValue } from '../support/storage-sql.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const maps = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
const configMap = (name: string, members: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...members.metadata },
  data: { name },
});

/** The damaged keys, with their content, before the second start. */
const GARBAGE: readonly (readonly [key: string, value: string | Buffer])[] = [
  ['/registry/configmaps/default/broken', Buffer.from([0xff, 0x00, 0x93])],
  ['/registry/configmaps/doomed/broken', '{"kind":"ConfigMap","metadata":{"name":"broken"'],
  ['/registry/secrets/default/broken', '{"password":"hunter2"'],
  ['/registry/services/specs/default/kubernetes', '[]'],
  ['/registry/services/endpoints/default/kubernetes', ''],
  ['/registry/clusterroles/system:discovery', 'null'],
  ['/registry/clusterrolebindings/readers', '{}'],
  ['/registry/serviceaccounts/kube-public/default', '7'],
  ['/registry/namespaces/kube-public', '"text"'],
];
const KEY = '/registry/configmaps/default/broken';

let directory: string;
let server: TestServer;
let before: string;
/** Of an account that is damaged before the second start. */
let token: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-unreadable-'));
  const options = { storage: { dataDir: directory }, tokens: ['reader-token,reader,11'] };
  server = await startTestServer(options);
  for (const name of ['default-extra', 'doomed']) {
    await server.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  for (const [namespace, name] of [
    ['default', 'broken'],
    ['default', 'good'],
    ['default-extra', 'good'],
    ['doomed', 'broken'],
    ['doomed', 'good'],
  ] as const) {
    await server.client.post(maps(namespace), configMap(name));
  }
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'broken' } };
  await server.client.post('/api/v1/namespaces/default/secrets', secret);
  await server.client.post(`${RBAC}/clusterrolebindings`, {
    metadata: { name: 'readers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'reader' }],
  });
  const asReader = { token: 'reader-token' };
  expect((await server.request('GET', maps('default-extra'), asReader)).status).toBe(200);
  const publicAccounts = '/api/v1/namespaces/kube-public/serviceaccounts/default';
  await eventually(async () => (await server.client.get(publicAccounts)).status === 200, 'the default service account');
  const ordered = await server.client.post(`${publicAccounts}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  });
  token = ordered.body.status.token;
  expect((await server.request('GET', '/api', { token })).status).toBe(200);
  before = (await server.client.get(maps('default'))).body.metadata.resourceVersion;
  await server.close();
  for (const [key, value] of GARBAGE) await overwriteValue(directory, key, Buffer.from(value as string));
  server = await startTestServer(options);
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('a start on a store with unreadable values', () => {
  it('is ready', async () => {
    expect((await server.client.get('/readyz')).text).toBe('ok');
    expect((await server.client.get('/livez')).text).toBe('ok');
  });

  it('counts them by resource', async () => {
    await server.client.get(maps('default'));
    const { text } = await server.client.get('/metrics');
    expect(text).toMatch(/^apiserver_storage_decode_errors_total\{resource="configmaps"\} 2$/m);
    expect(text).toMatch(/^apiserver_storage_decode_errors_total\{resource="clusterrolebindings"\} 1$/m);
  });

  it('grants nothing by a binding that cannot be read', async () => {
    expect((await server.request('GET', maps('default-extra'), { token: 'reader-token' })).status).toBe(403);
  });
});

describe('a token of an account that cannot be read', () => {
  it('is not accepted', async () => {
    const { status, text } = await server.request('GET', '/api', { token });
    expect([status, text]).toEqual([500, expect.stringContaining('StorageReadError')]);
  });
});

describe('an object that cannot be read', () => {
  const path = `${maps('default')}/broken`;
  const refusal = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `failed to read one or more configmaps from the storage: ${KEY}`,
    reason: 'StorageReadError',
    details: {
      kind: 'configmaps',
      causes: [{ reason: 'UnexpectedServerResponse', message: 'the stored object cannot be read', field: KEY }],
    },
    code: 500,
  };

  it.each([
    ['get', () => server.client.get(path)],
    ['get of any version', () => server.client.get(`${path}?resourceVersion=0`)],
    ['get as a table', () => server.request('GET', path, { headers: { accept: TABLE } })],
    ['replace', () => server.client.put(path, configMap('broken'))],
    ['patch', () => server.client.patch(path, 'merge-patch', { data: { a: 'b' } })],
    ['delete', () => server.client.delete(path)],
    ['list of its namespace', () => server.client.get(maps('default'))],
    ['list by a label', () => server.client.get(`${maps('default')}?labelSelector=a%3Db`)],
    ['list by its name', () => server.client.get(`${maps('default')}?fieldSelector=metadata.name%3Dbroken`)],
    ['deletion of its collection', () => server.client.delete(maps('default'))],
  ])('answers %s with what and where', async (_verb, ask) => {
    expect((await ask()).body).toEqual(refusal);
  });

  it('names all of them where there are several', async () => {
    const { status, body } = await server.client.get('/api/v1/configmaps');
    const fields = body.details.causes.map(({ field }: Json) => field);
    expect([status, fields]).toEqual([500, [KEY, '/registry/configmaps/doomed/broken']]);
  });

  it('still has its name', async () => {
    const { body } = await server.client.post(maps('default'), configMap('broken'));
    expect(body).toMatchObject({ code: 409, reason: 'AlreadyExists' });
    const dry = await server.client.post(`${maps('default')}?dryRun=All`, configMap('broken'));
    expect(dry.body).toMatchObject({ code: 409, reason: 'AlreadyExists' });
  });

  it('shows nothing of its value', async () => {
    const { text } = await server.client.get('/api/v1/namespaces/default/secrets/broken');
    expect(text).toContain('StorageReadError');
    expect(text).not.toContain('hunter2');
  });

  it('ends a watch that begins with it, and says why', async () => {
    const watch = await server.client.watch(maps('default'));
    const events: Json[] = [];
    for (let event = await watch.next(); event; event = await watch.next()) events.push(event);
    expect(events.at(-1)).toEqual({ type: 'ERROR', object: refusal });
  });
});

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

describe('the others', () => {
  it('are read one by one, by name, and by other namespaces [FDEL-11]', async () => {
    expect((await server.client.get(`${maps('default')}/good`)).body.data).toEqual({ name: 'good' });
    const named = await server.client.get(`${maps('default')}?fieldSelector=metadata.name%3Dgood`);
    expect(named.body.items).toHaveLength(1);
    expect((await server.client.get(maps('default-extra'))).status).toBe(200);
    const elsewhere = await server.client.get('/api/v1/configmaps?fieldSelector=metadata.namespace%3Ddefault-extra');
    expect(elsewhere.status).toBe(200);
  });

  it('are created, changed, watched and deleted', async () => {
    const watch = await server.client.watch(`${maps('default')}?resourceVersion=${before}`);
    await server.client.post(maps('default'), configMap('new'));
    await server.client.patch(`${maps('default')}/new`, 'merge-patch', { data: { a: 'b' } });
    await server.client.delete(`${maps('default')}/new`);
    const seen = await watch.names(3);
    watch.stop();
    expect(seen).toEqual(['ADDED new', 'MODIFIED new', 'DELETED new']);
  });

  it('are created in a namespace whose own object cannot be read', async () => {
    const created = await server.client.post(maps('kube-public'), configMap('new'));
    expect(created.status).toBe(201);
  });

  it('go with their namespace, which says what it waits for', async () => {
    await server.client.delete('/api/v1/namespaces/doomed');
    const conditions = async (): Promise<Json[]> =>
      (await server.client.get('/api/v1/namespaces/doomed')).body.status.conditions ?? [];
    const fault = async (): Promise<Json | undefined> =>
      (await conditions()).find(({ type }) => type === 'NamespaceDeletionContentFailure');
    await eventually(async () => (await fault())?.status === 'True', 'the namespace to say what is in the way');
    expect((await fault())?.message).toContain('/registry/configmaps/doomed/broken');
    expect((await server.client.get(`${maps('doomed')}/good`)).status).toBe(404);
  });
});
