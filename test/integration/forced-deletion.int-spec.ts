import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncryptingValues } from '../support/encrypting-values.js';
import { overwriteValue } from '../support/storage-sql.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const OPTION = 'ignoreStoreReadErrorWithClusterBreakingPotential';
const MAPS = '/api/v1/namespaces/default/configmaps';
const SECRETS = '/api/v1/namespaces/default/secrets';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const HELD = { finalizers: ['example.com/held'] };

let directory: string;
let server: TestServer;

async function start(isOn: boolean, secret = Buffer.alloc(32, 1)): Promise<void> {
  server = await startTestServer({
    storage: { dataDir: directory },
    engine: { transformers: new EncryptingValues(['secrets'], secret) },
    api: { featureGates: { AllowUnsafeMalformedObjectDeletion: isOn } },
    tokens: ['deleter-token,deleter,11'],
  });
}

const force = (path: string, more: Json = {}): Promise<Json> =>
  server.request('DELETE', path, { body: JSON.stringify({ [OPTION]: true, ...more }) });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-forced-'));
  await start(true);
  for (const name of ['broken', 'good']) await server.client.post(MAPS, { metadata: { name, ...HELD } });
  await server.client.post(SECRETS, { metadata: { name: 'sealed', ...HELD } });
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['delete'] }];
  await server.client.post(`${RBAC}/clusterroles`, { metadata: { name: 'deleter' }, rules });
  await server.client.post(`${RBAC}/clusterrolebindings`, {
    metadata: { name: 'deleter' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'deleter' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'deleter' }],
  });
  await server.close();
  await overwriteValue(directory, '/registry/configmaps/default/broken', Buffer.from('{"kind":'));
});

afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('forced deletion, with its gate', () => {
  it.each([
    ['cannot be decrypted', `${SECRETS}/sealed`, 'secrets', 'FDEL-01, FDEL-04, FDEL-05'],
    ['cannot be decoded', `${MAPS}/broken`, 'configmaps', 'FDEL-02, FDEL-04, FDEL-05'],
  ])('removes what %s, whatever holds it: %s of %s [%s]', async (_, path, kind) => {
    await start(true, Buffer.alloc(32, 2));
    expect((await server.client.delete(path)).body).toMatchObject({ code: 500, reason: 'StorageReadError' });
    const { status, body } = await force(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Success', details: { kind } });
    expect((await server.client.get(path)).status).toBe(404);
    expect((await server.client.get(path.slice(0, path.lastIndexOf('/')))).status).toBe(200);
  });

  it('finds nothing to remove where nothing is', async () => {
    await start(true);
    expect((await force(`${MAPS}/nobody`)).status).toBe(404);
  });

  it('leaves alone what can be read [FDEL-10]', async () => {
    await start(true);
    const { status, body } = await force(`${MAPS}/good`);
    expect(status).toBe(422);
    expect(body.message).toBe(
      `DeleteOptions.meta.k8s.io "" is invalid: ${OPTION}: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option`,
    );
    expect((await server.client.get(`${MAPS}/good`)).body.metadata.deletionTimestamp).toBeUndefined();
  });

  it.each<[string, Json]>([
    ['dryRun', { dryRun: ['All'] }],
    ['propagationPolicy', { propagationPolicy: 'Background' }],
    ['orphanDependents', { orphanDependents: false }],
    ['gracePeriodSeconds', { gracePeriodSeconds: 0 }],
    ['preconditions', { preconditions: { uid: 'x' } }],
  ])('takes no %s beside it [FDEL-06, FDEL-08, LIM-15]', async (name, more) => {
    await start(true);
    const { status, body } = await force(`${MAPS}/broken`, more);
    expect(status).toBe(422);
    expect(body.details.causes).toEqual([
      {
        reason: 'FieldValueInvalid',
        message: `Invalid value: true: cannot be set together with .${name}`,
        field: OPTION,
      },
    ]);
  });

  it.each<[string, object | undefined]>([
    ['options', undefined],
    ['it in the options', {}],
    ['a true value', { [OPTION]: false }],
  ])('is not meant by a deletion without %s [DELOPT-07]', async (_, options) => {
    await start(true);
    await server.client.post(MAPS, { metadata: { name: 'plain' } });
    expect((await server.client.delete(`${MAPS}/plain`, options)).status).toBe(200);
    expect((await server.client.get(`${MAPS}/plain`)).status).toBe(404);
    expect((await server.client.delete(`${MAPS}/broken`, options)).body).toMatchObject({ code: 500 });
  });

  it('is not for collections [FDEL-09]', async () => {
    await start(true);
    const { status, body } = await force(MAPS);
    expect(status).toBe(422);
    expect(body.message).toContain('is not allowed with DELETECOLLECTION, try again after removing the option');
  });

  it('takes a right of its own [FDEL-07, AZVERB-13]', async () => {
    await start(true);
    const deleter = server.connect('deleter-token');
    const ask = (): Promise<Json> =>
      deleter.request('DELETE', `${MAPS}/broken`, { body: JSON.stringify({ [OPTION]: true }) });
    const refused = await ask();
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(
      /^configmaps "broken" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: /,
    );
    const rules = [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['delete', 'unsafe-delete-ignore-read-errors'] },
    ];
    await server.client.patch(`${RBAC}/clusterroles/deleter`, 'merge-patch', { rules });
    expect((await ask()).status).toBe(200);
  });
});

it('does nothing without its gate [FDEL-03]', async () => {
  await start(false);
  expect((await force(`${MAPS}/broken`)).body).toMatchObject({ code: 500, reason: 'StorageReadError' });
});
