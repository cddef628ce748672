import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { WorkQueue } from '../../src/client/queue/work-queue.js';
import { eventually } from '../support/eventually.js';
import { overwriteValue, storedValues } from '../support/storage-sql.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';
import { ferriesStoredIn } from '../fixtures/plugins/ferries.js';

const MIGRATIONS = '/apis/storagemigration.k8s.io/v1alpha1/storageversionmigrations';
const FERRIES = '/apis/ferries.example.com/v1/namespaces/default/ferries';
const FERRY_KEYS = '/registry/ferries.example.com/ferries/default/';
const COUNT = 150;
const GATES = { StorageVersionMigrator: true, InformerResourceVersion: true };

let directory: string;
let server: TestServer;

const start = async (options: TestServerOptions = {}): Promise<void> => {
  server = await startTestServer({
    api: { runtimeConfig: { 'storagemigration.k8s.io/v1alpha1': 'true' }, featureGates: GATES },
    controllers: 'stepped',
    ...options,
    storage: { dataDir: directory, ...options.storage },
  });
};

const migrate = (resource: string, group = '', version = 'v1'): Promise<unknown> =>
  server.client.post(MIGRATIONS, { metadata: { name: 'm' }, spec: { resource: { group, version, resource } } });

const statusOf = async (): Promise<Json> => (await server.client.get(`${MIGRATIONS}/m`)).body.status as Json;

/** The conditions of the migration: `Running=False`. */
const conditions = async (): Promise<string[]> =>
  (((await statusOf()).conditions ?? []) as Json[]).map(({ type, status }) => `${type as string}=${status as string}`);

const finish = async (): Promise<void> => {
  for (let round = 0; round < 20; round++) await server.stepControllers();
};

/** Leaves what is put off to the next step, however slow the machine is. */
const putOffToNextStep = (): void => {
  const { addAfter } = WorkQueue.prototype;
  jest.spyOn(WorkQueue.prototype, 'addAfter').mockImplementation(function (this: WorkQueue, key, delay) {
    addAfter.call(this, key, delay + 3_600_000);
  });
};

const metric = async (name: string): Promise<number | undefined> => {
  const { text } = await server.client.get('/metrics');
  const value = new RegExp(`^binnacle_storage_migration_${name}\\{.*\\} (\\d+)$`, 'm').exec(text)?.[1];
  return value === undefined ? undefined : Number(value);
};

/** The stored values of a closed server whose keys begin so. */
const storedUnder = async (prefix: string): Promise<string[]> => {
  const all = await storedValues(directory);
  return [...all].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value.toString('latin1'));
};

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-migrations-'));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('a migration of a plugin kind to another storage version', () => {
  beforeEach(async () => {
    await start({ plugins: [ferriesStoredIn('v1beta1')] });
    const ferry = (i: number): Json => ({ metadata: { name: `f-${i}` }, spec: { seats: i } });
    await Promise.all(Array.from({ length: COUNT }, (_, i) => server.client.post(FERRIES, ferry(i))));
    await server.close();
    await start({ plugins: [ferriesStoredIn('v1')] });
  });

  it('goes on after a restart, while objects are changed and deleted, until all are stored in it', async () => {
    putOffToNextStep();
    await migrate('ferries', 'ferries.example.com');
    await server.stepControllers();
    expect(await conditions()).toEqual(['Running=True']);
    const { resourceVersion } = await statusOf();
    const remaining = (await metric('remaining_objects'))!;
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThan(COUNT);
    await server.client.delete(`${FERRIES}/f-99`);
    await server.client.patch(`${FERRIES}/f-98`, 'merge-patch', { spec: { seats: 1_000 } });
    await server.close();
    expect((await storedUnder(FERRY_KEYS)).filter((text) => text.includes('v1beta1')).length).toBeGreaterThan(0);
    await start({ plugins: [ferriesStoredIn('v1')] });
    await finish();
    expect(await conditions()).toEqual(['Running=False', 'Succeeded=True']);
    expect((await statusOf()).resourceVersion).toBe(resourceVersion);
    expect(await metric('rewritten_objects_total')).toBeLessThanOrEqual(remaining);
    expect(await metric('remaining_objects')).toBeUndefined();
    expect((await server.client.get(`${FERRIES}/f-98`)).body.spec).toEqual({ seats: 1_000 });
    const { body } = await server.client.get(`${FERRIES}/f-7`);
    expect([body.spec, body.metadata.generation]).toEqual([{ seats: 7 }, 1]);
    await server.close();
    expect((await storedUnder(FERRY_KEYS)).filter((text) => text.includes('v1beta1'))).toEqual([]);
  });

  it('is what the version that is dropped afterwards needs', async () => {
    await migrate('ferries', 'ferries.example.com');
    await finish();
    await server.close();
    await start({ plugins: [ferriesStoredIn('v1', { dropsV1beta1: true })] });
    expect((await server.client.get(`${FERRIES}/f-7`)).body.spec).toEqual({ seats: 7 });
  });

  it('names objects that cannot be read, and rewrites the others', async () => {
    await server.close();
    await overwriteValue(directory, `${FERRY_KEYS}f-7`, Buffer.from('{'));
    await start({ plugins: [ferriesStoredIn('v1')] });
    await migrate('ferries', 'ferries.example.com');
    await finish();
    expect(await conditions()).toEqual(['Running=False', 'Failed=True']);
    expect(((await statusOf()).conditions as Json[])[1]).toMatchObject({
      reason: 'StorageVersionMigrationFailed',
      message: 'migration encountered unhandled error: default/f-7: StorageReadError',
    });
    expect(await metric('rewritten_objects_total')).toBe(COUNT - 1);
  });
});

describe('a migration to another encryption key', () => {
  const key = (name: string): Json => ({ name, secret: randomBytes(32).toString('base64') });

  const encrypt = async (...keys: Json[]): Promise<TestServerOptions> => {
    const encryptionProviderConfig = join(directory, 'encryption.json');
    const resources = [{ resources: ['secrets'], providers: [{ secretbox: { keys } }] }];
    const configuration = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources };
    await writeFile(encryptionProviderConfig, JSON.stringify(configuration));
    return { storage: { encryptionProviderConfig } };
  };

  it('encrypts every value with the new key', async () => {
    const [old, next] = [key('old'), key('next')];
    await start(await encrypt(old));
    const secret = (name: string): Json => ({ metadata: { name }, stringData: { password: name } });
    for (const name of ['a', ...Array.from({ length: 80 }, (_, i) => `s-${i}`)])
      await server.client.post('/api/v1/namespaces/default/secrets', secret(name));
    await server.close();
    await start({ ...(await encrypt(next, old)), controllers: 'running' });
    await migrate('secrets');
    await eventually(async () => expect(await conditions()).toEqual(['Running=False', 'Succeeded=True']));
    await server.close();
    for (const text of await storedUnder('/registry/secrets/')) expect(text).toMatch(/^k8s:enc:secretbox:v1:next:/);
    await start(await encrypt(next));
    const { body } = await server.client.get('/api/v1/namespaces/default/secrets/a');
    expect(body.data).toEqual({ password: Buffer.from('a').toString('base64') });
  });
});

describe('a migration that cannot be made', () => {
  it('fails with the reason', async () => {
    await start();
    await migrate('boats', 'boats.example.com');
    await finish();
    const { conditions: found } = await statusOf();
    expect(found).toMatchObject([
      { type: 'Failed', status: 'True', message: expect.stringContaining('resource does not exist') as string },
    ]);
  });

  it('waits for the gates', async () => {
    const featureGates = { StorageVersionMigrator: true };
    await start({ api: { runtimeConfig: { 'api/alpha': 'true' }, featureGates } });
    await migrate('boats', 'boats.example.com');
    await finish();
    expect(await conditions()).toEqual([]);
  });
});
