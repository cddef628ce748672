import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GaugePlugin } from '../fixtures/plugins/gauge.plugin.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const OTHER_MAPS = '/api/v1/namespaces/kube-public/configmaps';
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
const HELD = { finalizers: ['example.com/held'] };
const NOBODY = '00000000-0000-4000-8000-000000000000';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

/** Asks until the answer is as wanted; fails by the test's timeout when it never is. */
async function until(path: string, isWanted: (answer: Json) => boolean): Promise<Json> {
  for (;;) {
    const answer = await server.client.get(path);
    if (isWanted(answer)) return answer.body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const untilGone = (path: string): Promise<Json> => until(path, ({ status }) => status === 404);

/** Creates a config map with owners; answers its uid. */
async function create(name: string, owners: readonly Json[] = [], metadata: Json = {}): Promise<string> {
  const body = { metadata: { name, ownerReferences: owners, ...metadata } };
  const answer = await server.client.post(MAPS, body);
  expect(answer.status).toBe(201);
  return answer.body.metadata.uid as string;
}

const owner = (name: string, uid: string, members: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid,
  ...members,
});

const remove = async (name: string, propagationPolicy: string): Promise<Json> =>
  (await server.client.delete(`${MAPS}/${name}?propagationPolicy=${propagationPolicy}`)).body;

const release = (name: string): Promise<unknown> =>
  server.client.patch(`${MAPS}/${name}`, 'merge-patch', { metadata: { finalizers: null } });

/** Waits until the collector has looked at what changed before: it takes one thing after the other. */
async function settle(): Promise<void> {
  const uid = await create('settling');
  await create('settling-dependent', [owner('settling', uid)]);
  await remove('settling', 'Background');
  await untilGone(`${MAPS}/settling-dependent`);
}

const isThere = async (name: string): Promise<boolean> => (await server.client.get(`${MAPS}/${name}`)).status === 200;

describe('dependents of an owner that is deleted in the background', () => {
  it('go after it, and theirs after them', async () => {
    const a = await create('a');
    const b = await create('b', [owner('a', a)]);
    await create('c', [owner('b', b)]);
    expect(await remove('a', 'Background')).toMatchObject({ status: 'Success' });
    for (const name of ['a', 'b', 'c']) await untilGone(`${MAPS}/${name}`);
  });

  it('stay while another owner is there, and lose the reference to the one that is not', async () => {
    const one = await create('one');
    const two = await create('two');
    await create('shared', [owner('one', one), owner('two', two), owner('three', NOBODY)]);
    await remove('one', 'Background');
    const { metadata } = await until(`${MAPS}/shared`, ({ body }) => body.metadata.ownerReferences.length === 1);
    expect(metadata).toMatchObject({ ownerReferences: [owner('two', two)] });
    await remove('two', 'Background');
    await untilGone(`${MAPS}/shared`);
  });

  it('go when an object of the same name takes the place of the owner', async () => {
    const uid = await create('replaced');
    await create('of-the-first', [owner('replaced', uid)]);
    await remove('replaced', 'Background');
    await create('replaced');
    await untilGone(`${MAPS}/of-the-first`);
    expect(await isThere('replaced')).toBe(true);
  });
});

describe('an owner that is deleted in the foreground', () => {
  it('goes after the dependents that block it', async () => {
    const uid = await create('front');
    await create('blocking', [owner('front', uid, { blockOwnerDeletion: true })], HELD);
    expect((await remove('front', 'Foreground')).metadata).toMatchObject({ finalizers: ['foregroundDeletion'] });
    await until(`${MAPS}/blocking`, ({ body }) => body.metadata.deletionTimestamp !== undefined);
    await settle();
    expect(await isThere('front')).toBe(true);
    await release('blocking');
    await untilGone(`${MAPS}/front`);
    expect(await isThere('blocking')).toBe(false);
  });

  it('does not wait for those that do not, nor for one that lets go of it', async () => {
    const uid = await create('free');
    await create('not-blocking', [owner('free', uid)], HELD);
    await create('letting-go', [owner('free', uid, { blockOwnerDeletion: true })], HELD);
    await remove('free', 'Foreground');
    await until(`${MAPS}/letting-go`, ({ body }) => body.metadata.deletionTimestamp !== undefined);
    await server.client.patch(`${MAPS}/letting-go`, 'merge-patch', { metadata: { ownerReferences: null } });
    await untilGone(`${MAPS}/free`);
    for (const name of ['not-blocking', 'letting-go']) await release(name);
  });

  it('goes with the owners it owns itself', async () => {
    const blocks = { blockOwnerDeletion: true };
    const x = await create('x');
    const y = await create('y', [owner('x', x, blocks)]);
    const z = await create('z', [owner('y', y, blocks)]);
    await server.client.patch(`${MAPS}/x`, 'merge-patch', { metadata: { ownerReferences: [owner('z', z, blocks)] } });
    await remove('x', 'Foreground');
    for (const name of ['x', 'y', 'z']) await untilGone(`${MAPS}/${name}`);
  });
});

describe('an owner that lets its dependents live on', () => {
  it('goes when they have forgotten it', async () => {
    const uid = await create('parent');
    const other = await create('step-parent');
    await create('orphan', [owner('parent', uid)]);
    await create('half-orphan', [owner('parent', uid), owner('step-parent', other)]);
    expect((await remove('parent', 'Orphan')).metadata).toMatchObject({ finalizers: ['orphan'] });
    await untilGone(`${MAPS}/parent`);
    expect((await server.client.get(`${MAPS}/orphan`)).body.metadata.ownerReferences).toBeUndefined();
    const { metadata: half } = (await server.client.get(`${MAPS}/half-orphan`)).body;
    expect(half.ownerReferences).toEqual([owner('step-parent', other)]);
    // No manager owns the reference that was taken away.
    expect((half.managedFields as Json[]).map(({ fieldsV1 }) => fieldsV1 as Json)).toEqual([
      { 'f:metadata': { 'f:ownerReferences': { '.': {}, [`k:{"uid":"${other}"}`]: {} } } },
    ]);
  });
});

describe('an owner that cannot be one', () => {
  it('counts as absent when it is in another namespace or was never there', async () => {
    const { body } = await server.client.post(OTHER_MAPS, { metadata: { name: 'far-away' } });
    await create('of-far-away', [owner('far-away', body.metadata.uid as string)]);
    await create('of-nobody', [owner('nobody', NOBODY)]);
    for (const name of ['of-far-away', 'of-nobody']) await untilGone(`${MAPS}/${name}`);
  });

  it('is not looked for when it is in a namespace and the object is not', async () => {
    const ownerReferences = [owner('nobody', NOBODY)];
    await server.client.post(ROLES, { metadata: { name: 'owned-by-a-map', ownerReferences }, rules: [] });
    await settle();
    expect((await server.client.get(`${ROLES}/owned-by-a-map`)).status).toBe(200);
  });

  it.each([
    ['kind', 'v1', 'Unheard'],
    ['version', 'apps/v1beta1', 'Deployment'],
  ])('keeps the object when its %s is not served', async (what, apiVersion, kind) => {
    const unknown = { apiVersion, kind, name: 'x', uid: NOBODY };
    await create(`of-unknown-${what}`, [unknown, owner('nobody', NOBODY)]);
    await settle();
    const { metadata } = (await server.client.get(`${MAPS}/of-unknown-${what}`)).body;
    expect(metadata.ownerReferences).toHaveLength(2);
  });

  it('is looked for again when a plugin brings its kind', async () => {
    const gauge = { apiVersion: 'metering.example.com/v1', kind: 'Gauge', name: 'g', uid: NOBODY };
    await create('of-a-gauge', [gauge]);
    await settle();
    expect(await isThere('of-a-gauge')).toBe(true);
    await server.install(GaugePlugin);
    await untilGone(`${MAPS}/of-a-gauge`);
    await server.uninstall(GaugePlugin);
  });
});

describe('a server', () => {
  let directory: string;
  let ofTheFile: TestServer;
  const restart = async (controllers: string[]): Promise<void> => {
    await server.close();
    const options: TestServerOptions = { storage: { dataDir: directory }, extensions: { controllers } };
    server = await startTestServer(options);
  };

  beforeAll(async () => {
    ofTheFile = server;
    directory = await mkdtemp(join(tmpdir(), 'binnacle-collector-'));
    server = await startTestServer({ storage: { dataDir: directory }, extensions: { controllers: ['-*'] } });
  });

  afterAll(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
    server = ofTheFile;
  });

  it('collects nothing when orphaning, and everything otherwise', async () => {
    const uid = await create('before');
    await create('left', [owner('before', uid)]);
    const waiting = await create('waiting');
    await create('in-the-way', [owner('waiting', waiting, { blockOwnerDeletion: true })]);
    await remove('before', 'Background');
    await remove('waiting', 'Foreground');
    await restart(['*', '-garbage-collector-controller']);
    expect([await isThere('left'), await isThere('in-the-way'), await isThere('waiting')]).toEqual([true, true, true]);
    await restart(['*']);
    for (const name of ['left', 'in-the-way', 'waiting']) await untilGone(`${MAPS}/${name}`);
  });
});
