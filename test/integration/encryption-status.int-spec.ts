import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binnacle } from '../support/moving.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const SECRETS = '/api/v1/namespaces/default/secrets';
const MAPS = '/api/v1/namespaces/default/configmaps';

let directory: string;
let server: TestServer | undefined;

const keyOf = (name: string): Json => ({ name, secret: randomBytes(32).toString('base64') });
const [first, second] = [keyOf('key1'), keyOf('key2')];

/** Serves with keys for secrets and configmaps, the first in front. */
async function serveWith(...keys: Json[]): Promise<TestServer> {
  await server?.close();
  const encryptionProviderConfig = join(directory, 'encryption.json');
  const providers = [{ secretbox: { keys } }, { identity: {} }];
  const resources = [{ resources: ['secrets', 'configmaps', 'boats.sea.example.com'], providers }];
  const kind = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration' };
  await writeFile(encryptionProviderConfig, JSON.stringify({ ...kind, resources }));
  server = await startTestServer({
    storage: { dataDir: directory, encryptionProviderConfig },
    controllers: 'stepped',
  });
  return server;
}

async function rewrite(path: string): Promise<void> {
  const { body } = await server!.client.get(path);
  expect((await server!.client.put(path, body)).status).toBe(200);
}

const status = (...words: string[]) => binnacle('encryption', 'status', `--data-dir=${directory}`, ...words);

interface Count {
  readonly resource: string;
  readonly provider: string;
  readonly key: string;
  readonly values: number;
  readonly former: number;
}

async function countsOf(resource: string): Promise<Count[]> {
  const { counts } = JSON.parse((await status('--output=json')).out) as { counts: Count[] };
  return counts.filter((count) => count.resource === resource);
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-encryption-status-'));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(directory, { recursive: true, force: true });
});

describe('binnacle encryption status', () => {
  it('counts each value by resource and key while a server writes, and calls no key unused that has a value', async () => {
    const { client } = await serveWith(first);
    await client.post(SECRETS, { metadata: { name: 'one' } });
    await client.post(MAPS, { metadata: { name: 'one' } });
    await serveWith(second, first);
    await rewrite(`${SECRETS}/one`);
    expect(await countsOf('secrets')).toEqual([
      { resource: 'secrets', provider: 'secretbox', key: 'key1', values: 0, former: 1 },
      { resource: 'secrets', provider: 'secretbox', key: 'key2', values: 1, former: 0 },
    ]);
    // Secrets were rewritten, the other configured resource was not.
    const used = await status('--unused=key1');
    expect([used.code, used.out]).toEqual([
      1,
      expect.stringMatching(/^key1 is in use by [1-9]\d* current and 1 former/),
    ]);
    const { out } = await status();
    expect(out).toMatch(/^RESOURCE +PROVIDER +KEY +VALUES +FORMER\nconfigmaps +secretbox +key1 +[1-9]\d* +\d+\n/);
    expect(out).toMatch(/\n\d+ values of \d+ other resources are not encrypted\n$/);
  });

  it('keeps a key in use until former values under it are compacted', async () => {
    const { client } = await serveWith(first);
    await client.post(SECRETS, { metadata: { name: 'one' } });
    await serveWith(second, first);
    const { body } = await server!.client.get('/api/v1/configmaps');
    const maps = (body.items as Json[]).map(({ metadata }) => metadata as Json);
    for (const { namespace, name } of maps) await rewrite(`/api/v1/namespaces/${namespace}/configmaps/${name}`);
    await rewrite(`${SECRETS}/one`);
    const former = await status('--unused=key1');
    expect([former.code, former.out]).toEqual([1, expect.stringMatching(/^key1 is in use by 0 current and [1-9]/)]);
    expect(former.out).toContain('compaction deletes former values');
    expect((await status('--unused=key2')).code).toBe(1);
    const never = await status('--unused=key3');
    expect(never).toEqual({ code: 0, out: 'key3 is unused: no value of the store is under it\n', err: '' });
  });

  it('names custom resources, and reads a store without a server', async () => {
    const { client } = await serveWith(first);
    const names = { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList' };
    const schema = { openAPIV3Schema: { type: 'object' } };
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    const spec = { group: 'sea.example.com', scope: 'Cluster', names, versions };
    await client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'boats.sea.example.com' },
      spec,
    });
    await server!.stepControllers();
    const boat = { apiVersion: 'sea.example.com/v1', kind: 'Boat', metadata: { name: 'one' } };
    expect((await client.post('/apis/sea.example.com/v1/boats', boat)).status).toBe(201);
    await server!.close();
    server = undefined;
    expect(await countsOf('boats.sea.example.com')).toMatchObject([{ provider: 'secretbox', key: 'key1', values: 1 }]);
  });

  it.each([
    [['--unused='], 'the name of a key is needed'],
    [['--output=yaml'], 'table and json are the formats'],
    [['--store=mysql:x'], 'a store is given as'],
    [[], 'there is no store in'],
  ])('is misused with %j', async (words, message) => {
    expect(await status(...words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) as string });
    expect(await readdir(directory)).toEqual([]);
  });
});
