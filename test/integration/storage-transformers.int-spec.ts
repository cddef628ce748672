import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EncryptingValues } from '../support/encrypting-values.js';
import { overwriteValue, storedValues } from '../support/storage-sql.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const SECRETS = '/api/v1/namespaces/default/secrets';
const MAPS = '/api/v1/namespaces/default/configmaps';
const KEY = '/registry/secrets/default';
const secret = randomBytes(32);

let directory: string;
let server: TestServer;

const start = (key: Buffer): Promise<TestServer> =>
  startTestServer({
    storage: { dataDir: directory },
    engine: { transformers: new EncryptingValues(['secrets', 'namespaces'], key) },
  });

async function restart(key: Buffer = secret): Promise<void> {
  await server.close();
  server = await start(key);
}

const named = (kind: string, name: string, stringData?: Json): Json => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, labels: { of: 'test' } },
  ...(stringData && { stringData }),
});

const namesOf = ({ items }: Json): string[] => items.map(({ metadata }: Json) => metadata.name);

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-transformers-'));
  server = await start(secret);
  await server.client.post(SECRETS, named('Secret', 'one', { password: 'hunter2' }));
  await server.client.post(SECRETS, named('Secret', 'two', { password: 'hunter3' }));
  await server.client.post(MAPS, named('ConfigMap', 'plain'));
});

afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('a server whose values have another form', () => {
  it('reads, lists, changes and deletes what it wrote', async () => {
    const got = await server.client.get(`${SECRETS}/one`);
    expect(Buffer.from(got.body.data.password, 'base64').toString()).toBe('hunter2');
    const patched = await server.client.patch(`${SECRETS}/one`, 'merge-patch', { stringData: { more: 'yes' } });
    expect(Object.keys(patched.body.data).toSorted()).toEqual(['more', 'password']);
    expect(namesOf((await server.client.get(`${SECRETS}?labelSelector=of%3Dtest`)).body)).toEqual(['one', 'two']);
    expect((await server.client.delete(`${SECRETS}/two`)).status).toBe(200);
    expect(namesOf((await server.client.get(SECRETS)).body)).toEqual(['one']);
  });

  it('writes nothing where nothing changes', async () => {
    const { body } = await server.client.get(`${SECRETS}/one`);
    const again = await server.client.put(`${SECRETS}/one`, body);
    expect(again.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
  });

  it('watches live and from before the start', async () => {
    const { metadata } = (await server.client.get(SECRETS)).body;
    await restart();
    const from = await server.client.watch(`${SECRETS}?resourceVersion=${metadata.resourceVersion}`);
    await server.client.post(SECRETS, named('Secret', 'three', { password: 'hunter4' }));
    await server.client.delete(`${SECRETS}/three`);
    const events = [await from.next(), await from.next()];
    from.stop();
    expect(events.map((event) => [event?.type, event?.object.data])).toEqual([
      ['ADDED', { password: 'aHVudGVyNA==' }],
      ['DELETED', { password: 'aHVudGVyNA==' }],
    ]);
  });

  it('finds everything again, version for version', async () => {
    const before = (await server.client.get(SECRETS)).body.items;
    await restart();
    expect((await server.client.get(SECRETS)).body.items).toEqual(before);
  });

  it('keeps nothing readable on disk of the resources that are chosen, and others as they are', async () => {
    await server.close();
    const values = await storedValues(directory);
    server = await start(secret);
    expect(values.get(`${KEY}/one`)?.includes('password')).toBe(false);
    expect(values.get(`/registry/namespaces/default`)?.includes('Namespace')).toBe(false);
    expect(JSON.parse(values.get('/registry/configmaps/default/plain')!.toString())).toMatchObject({
      kind: 'ConfigMap',
    });
  });
});

describe('values of another form that cannot be had', () => {
  it('do not keep a server with another key from its start, nor other objects from being read', async () => {
    await restart(randomBytes(32));
    expect((await server.client.get('/readyz')).text).toBe('ok');
    expect((await server.client.get(`${SECRETS}/one`)).body).toMatchObject({ code: 500, reason: 'StorageReadError' });
    expect((await server.client.get(`${MAPS}/plain`)).status).toBe(200);
    await restart();
    expect(namesOf((await server.client.get(SECRETS)).body)).toEqual(['one', 'two']);
  });

  it('are not accepted as another object when moved', async () => {
    await server.close();
    const values = await storedValues(directory);
    await overwriteValue(directory, `${KEY}/two`, values.get(`${KEY}/one`)!);
    server = await start(secret);
    expect((await server.client.get(`${SECRETS}/two`)).body.reason).toBe('StorageReadError');
    expect((await server.client.get(`${SECRETS}/one`)).status).toBe(200);
  });
});
