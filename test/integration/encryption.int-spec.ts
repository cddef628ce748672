import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeKms } from '../support/fake-kms.js';
import { storedValues } from '../support/storage-sql.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const SECRETS = '/api/v1/namespaces/default/secrets';
const MAPS = '/api/v1/namespaces/default/configmaps';
const KEY = '/registry/secrets/default/one';
const MAP_KEY = '/registry/configmaps/default/plain';

let directory: string;
let file: string;
let server: TestServer | undefined;

const secretOf = (bytes: number): string => randomBytes(bytes).toString('base64');
const keyed = (scheme: string, ...keys: Json[]): Json => ({ [scheme]: { keys } });

async function configure(...entries: readonly [resources: string[], ...providers: Json[]][]): Promise<void> {
  const resources = entries.map(([names, ...providers]) => ({ resources: names, providers }));
  const configuration = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources };
  await writeFile(file, JSON.stringify(configuration));
}

async function start(reloads = false): Promise<TestServer> {
  await server?.close();
  const encryptionProviderConfig = file;
  const encryptionProviderConfigAutomaticReload = reloads;
  server = await startTestServer({
    storage: { dataDir: directory, encryptionProviderConfig, encryptionProviderConfigAutomaticReload },
  });
  return server;
}

/** The stored bytes of a key. */
async function stored(key: string): Promise<string> {
  await server?.close();
  server = undefined;
  return (await storedValues(directory)).get(key)!.toString('latin1');
}

const create = async (to: TestServer): Promise<void> => {
  await to.client.post(SECRETS, { metadata: { name: 'one' }, stringData: { password: 'hunter2' } });
  await to.client.post(MAPS, { metadata: { name: 'plain' }, data: { a: 'b' } });
};

const password = async (): Promise<string> => {
  const { body } = await server!.client.get(`${SECRETS}/one`);
  return Buffer.from((body.data?.password as string) ?? '', 'base64').toString();
};

/** Rewrites an object unchanged, as for a rotation of secrets. */
async function rewrite(): Promise<number> {
  const { body } = await server!.client.get(`${SECRETS}/one`);
  return (await server!.client.put(`${SECRETS}/one`, body)).status;
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-encryption-'));
  file = join(directory, 'encryption.yaml');
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(directory, { recursive: true, force: true });
});

describe.each([
  ['aescbc', 32],
  ['aescbc', 16],
  ['aesgcm', 24],
  ['secretbox', 32],
])('%s with a secret of %s bytes', (scheme, bytes) => {
  it('encrypts the configured resources, decrypts them, and leaves others unchanged', async () => {
    await configure([['secrets'], keyed(scheme, { name: 'first', secret: secretOf(bytes) }), { identity: {} }]);
    await create(await start());
    const sealed = await stored(KEY);
    expect(sealed.startsWith(`k8s:enc:${scheme}:v1:first:`)).toBe(true);
    expect(sealed).not.toContain('password');
    expect(await stored(MAP_KEY)).toContain('"a":"b"');
    await start();
    expect(await password()).toBe('hunter2');
  });
});

describe('secrets that are exchanged', () => {
  it('decrypt values of older ones; rewritten values are encrypted with the first', async () => {
    const old = { name: 'old', secret: secretOf(32) };
    const next = { name: 'next', secret: secretOf(32) };
    await configure([['secrets'], { identity: {} }]);
    await create(await start());
    await configure([['secrets'], keyed('aesgcm', old), { identity: {} }]);
    await start();
    expect([await password(), await rewrite()]).toEqual(['hunter2', 200]);
    expect(await stored(KEY)).toMatch(/^k8s:enc:aesgcm:v1:old:/);
    await configure([['secrets'], keyed('secretbox', next), keyed('aesgcm', old)]);
    await start();
    expect([await password(), await rewrite()]).toEqual(['hunter2', 200]);
    expect(await stored(KEY)).toMatch(/^k8s:enc:secretbox:v1:next:/);
    await configure([['secrets'], keyed('secretbox', next)]);
    await start();
    expect(await password()).toBe('hunter2');
  });

  it('that are gone make what they sealed unreadable, and nothing else', async () => {
    await configure([['secrets'], keyed('aesgcm', { name: 'a', secret: secretOf(32) })]);
    await create(await start());
    await configure([['secrets'], keyed('aesgcm', { name: 'a', secret: secretOf(32) })]);
    const { client } = await start();
    expect((await client.get(`${SECRETS}/one`)).body).toMatchObject({ code: 500, reason: 'StorageReadError' });
    expect((await client.get(`${MAPS}/plain`)).status).toBe(200);
    expect((await client.get('/metrics')).text).toMatch(
      /apiserver_storage_transformation_operations_total\{resource="secrets",status="Unknown",transformation_type="from_storage",transformer_prefix="k8s:enc:aesgcm:v1:"\} [1-9]/,
    );
  });
});

describe('resources of a configuration', () => {
  it.each<[string[][], boolean, boolean]>([
    [[['*.']], true, true],
    [[['*.*']], true, true],
    [[['*.apps']], false, false],
    [[['configmaps'], ['*.']], true, true],
    [[['secrets', 'configmaps']], true, true],
    [[['configmaps']], false, true],
  ])('%j: secrets %s, config maps %s', async (lists, hasSecrets, hasMaps) => {
    const provider = keyed('aesgcm', { name: 'a', secret: secretOf(32) });
    await configure(...lists.map((names): [string[], Json] => [names, provider]));
    await create(await start());
    expect((await stored(KEY)).startsWith('k8s:enc:')).toBe(hasSecrets);
    expect((await stored(MAP_KEY)).startsWith('k8s:enc:')).toBe(hasMaps);
  });

  it('follow the first list that matches them', async () => {
    const provider = keyed('aesgcm', { name: 'a', secret: secretOf(32) });
    await configure([['configmaps'], { identity: {} }], [['*.*'], provider]);
    await create(await start());
    expect(await stored(MAP_KEY)).toContain('"a":"b"');
    expect(await stored(KEY)).toMatch(/^k8s:enc:/);
  });
});

describe('a file that changes while the server runs', () => {
  const reloads = async (status: string): Promise<number> => {
    const { text } = await server!.client.get('/metrics');
    const found = new RegExp(`automatic_reloads_total\\{[^}]*status="${status}"\\} (\\d+)`).exec(text);
    return Number(found?.[1] ?? 0);
  };
  const untilReloaded = async (status: string): Promise<void> => {
    while ((await reloads(status)) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  it('is put in force', async () => {
    await configure([['secrets'], { identity: {} }]);
    await create(await start(true));
    await configure([['secrets'], keyed('aesgcm', { name: 'a', secret: secretOf(32) }), { identity: {} }]);
    await untilReloaded('success');
    await server!.client.patch(`${SECRETS}/one`, 'merge-patch', { stringData: { more: 'yes' } });
    expect(await stored(KEY)).toMatch(/^k8s:enc:aesgcm:v1:a:/);
  });

  it('leaves the last one in force when it cannot be used', async () => {
    await configure([['secrets'], keyed('aesgcm', { name: 'a', secret: secretOf(32) })]);
    await create(await start(true));
    const kms = { apiVersion: 'v2', name: 'k', endpoint: `unix://${directory}/nobody.sock`, timeout: '100ms' };
    await configure([['secrets'], { kms }]);
    await untilReloaded('failure');
    expect([await password(), await rewrite()]).toEqual(['hunter2', 200]);
  });
});

describe('a key management service', () => {
  let kms: FakeKms;
  const entry = (): Json => ({ kms: { apiVersion: 'v2', name: 'vault', endpoint: kms.endpoint, timeout: '2s' } });

  beforeEach(async () => {
    kms = new FakeKms(join(directory, 'kms.sock'));
    await kms.start();
  });

  afterEach(() => kms.stop());

  it('is asked for keys, not for values, and they are had again after a restart', async () => {
    await configure([['secrets'], entry(), { identity: {} }]);
    await create(await start());
    for (let i = 0; i < 20; i++) {
      await server!.client.patch(`${SECRETS}/one`, 'merge-patch', { stringData: { i: String(i) } });
    }
    expect(kms.calls).toEqual(['Status', 'Encrypt']);
    const sealed = await stored(KEY);
    expect(sealed.startsWith('k8s:enc:kms:v2:vault:')).toBe(true);
    expect(sealed).not.toContain('password');
    await start();
    expect(await password()).toBe('hunter2');
    expect(kms.calls.filter((call) => call === 'Decrypt')).toHaveLength(1);
  });

  it('that has another key opens what the first one sealed, and seals with the other', async () => {
    await configure([['secrets'], entry(), { identity: {} }]);
    await create(await start());
    kms.keyId = 'key-2';
    await start();
    expect([await password(), await rewrite()]).toEqual(['hunter2', 200]);
    kms.forget('key-1');
    await start();
    expect(await password()).toBe('hunter2');
  });

  it('that has lost a key leaves what that sealed unreadable, and nothing else', async () => {
    await configure([['secrets'], entry(), { identity: {} }]);
    await create(await start());
    kms.keyId = 'key-2';
    kms.forget('key-1');
    const { client } = await start();
    expect((await client.get(`${SECRETS}/one`)).body.reason).toBe('StorageReadError');
    expect((await client.get(`${MAPS}/plain`)).status).toBe(200);
    expect((await client.post(SECRETS, { metadata: { name: 'two' } })).status).toBe(201);
  });

  it('that is not well keeps the server from its start', async () => {
    kms.healthz = 'sealed';
    await configure([['secrets'], entry()]);
    await expect(start()).rejects.toThrow('vault: got unexpected healthz status: sealed');
  });

  it('has a health check', async () => {
    await configure([['secrets'], entry(), { identity: {} }]);
    await start();
    expect((await server!.client.get('/readyz/kms-providers')).text).toBe('ok');
  });
});

describe('a file that cannot be used', () => {
  it.each<[string, unknown, string]>([
    ['is no YAML', 'a: [', 'unexpected end of the stream'],
    ['is of another kind', { apiVersion: 'v1', kind: 'Secret' }, 'kind: Invalid value: "Secret"'],
    ['names no resource', [[], { identity: {} }], 'resources[0].resources: Required value: at least one resource'],
    ['names no provider', [['secrets']], 'resources[0].providers: Required value: at least one provider'],
    [
      'has a secret of another length',
      [['secrets'], keyed('aescbc', { name: 'a', secret: 'c2hvcnQ=' })],
      'resources[0].providers[0].aescbc.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 5, expected one of [16 24 32]',
    ],
    [
      'has a secret that is no base64',
      [['secrets'], keyed('secretbox', { name: 'a', secret: '%%' })],
      'resources[0].providers[0].secretbox.keys[0].secret: Invalid value: "REDACTED": secrets must be base64 encoded',
    ],
    [
      'has two providers in one',
      [['secrets'], { identity: {}, aesgcm: { keys: [] } }],
      'more than one provider specified in a single element, should split into different list elements',
    ],
    ['has a member nobody knows', [['secrets'], { rot13: {} }], 'resources[0].providers[0].rot13: Invalid value'],
    [
      'names what another entry of its list stands for',
      [['secrets', '*.'], { identity: {} }],
      "resources[0].resources[0]: Invalid value: \"secrets\": using overlapping resources such as 'secrets' and '*.'",
    ],
    ['names a resource twice', [['secrets', 'secrets'], { identity: {} }], 'cannot be specified multiple times'],
    [
      'names a service elsewhere',
      [['secrets'], { kms: { apiVersion: 'v2', name: 'k', endpoint: 'tcp://a:1' } }],
      'unsupported scheme "tcp" for KMS provider, only unix is supported',
    ],
    [
      'names a service of the first version',
      [['secrets'], { kms: { apiVersion: 'v1', name: 'k', endpoint: 'unix:///a' } }],
      'resources[0].providers[0].kms.apiVersion: Invalid value: "v1": only v2 is supported',
    ],
  ])('because it %s keeps the server from its start', async (_, content, message) => {
    if (Array.isArray(content)) await configure(content as unknown as [string[], ...Json[]]);
    else await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    await expect(start()).rejects.toThrow(message);
  });
});
