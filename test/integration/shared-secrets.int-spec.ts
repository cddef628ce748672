import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../../src/server/certificates/issuer.js';
import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { eventually } from '../support/eventually.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import { TestClient } from '../support/test-client.js';

const ROOT_CA = '/api/v1/namespaces/default/configmaps/kube-root-ca.crt';
const ACCOUNT = '/api/v1/namespaces/default/serviceaccounts/default';
const REVIEWS = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const SECRETS = '/api/v1/namespaces/default/secrets';
const STORED = '/registry/shared-secrets/';

const newKey = (): string => randomBytes(32).toString('base64');

let directory: string;
let keyFile: string;
const servers: TestServer[] = [];

/** Starts a server with its own data directory. */
async function start(name: string, options: TestServerOptions): Promise<TestServer> {
  const dataDir = join(directory, name);
  const storage = { sharedSecrets: keyFile, ...options.storage, dataDir };
  const server = await startTestServer({ ...options, storage });
  servers.push(server);
  return server;
}

const stop = (): Promise<unknown> => Promise.all(servers.splice(0).map((server) => server.close()));
const fileOf = (name: string, file: string): Promise<string> => readFile(join(directory, name, 'certs', file), 'utf8');

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-shared-'));
  keyFile = join(directory, 'keys');
  await writeFile(keyFile, newKey());
});

afterEach(async () => {
  await stop();
  await rm(directory, { recursive: true, force: true });
});

/** A second server with nothing but the key is trusted and trusts as the first one does. */
async function expectSharing(options: TestServerOptions): Promise<void> {
  const [first, second] = [await start('first', options), await start('second', options)];
  expect(second.certificateAuthority).toBe(first.certificateAuthority);
  for (const file of ['ca.key', 'sa.key', 'sa.pub', 'front-proxy-ca.crt']) {
    expect(await fileOf('second', file)).toBe(await fileOf('first', file));
  }
  // Certificates are checked by the authority of the other one.
  const client = new TestClient({ url: second.url, ca: first.certificateAuthority, token: 'admin-token' });
  expect((await client.get(ACCOUNT)).status).toBe(200);
  client.close();
  const issued = await first.client.post(`${ACCOUNT}/token`, { spec: {} });
  const review = await second.connect(issued.body.status.token as string).post(REVIEWS, {});
  expect(review.body.status.userInfo.username).toBe('system:serviceaccount:default:default');
  await eventually(async () => {
    const { status, body } = await second.client.get(ROOT_CA);
    expect([status, body.data?.['ca.crt']]).toEqual([200, first.certificateAuthority]);
  });
}

describeWithEtcd('--shared-secrets on etcd', () => {
  let etcd: EtcdProcess;

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
  });
  beforeEach(async () => etcd.clear());
  afterAll(async () => etcd.remove());

  const onEtcd = (storage: TestServerOptions['storage'] = {}): TestServerOptions => ({
    storage: { backend: 'etcd3', ...storage },
    etcd: { servers: [etcd.url] },
  });

  it('has servers trust each other that share nothing but the store and a key', async () => {
    await expectSharing(onEtcd());
    const stored = await Promise.all((await etcd.keys(STORED)).map((key) => etcd.valueOf(key)));
    expect(stored).toHaveLength(3);
    for (const value of stored) expect(value.toString()).toMatch(/^\{"sealed":"[\w+/=]+"\}$/);
  });

  it('lets servers that start at once on an empty store agree', async () => {
    await Promise.all(['a', 'b', 'c'].map((name) => start(name, onEtcd())));
    for (const file of ['ca.crt', 'ca.key', 'sa.key', 'front-proxy-ca.key']) {
      expect(new Set(await Promise.all(['a', 'b', 'c'].map((name) => fileOf(name, file)))).size).toBe(1);
    }
  });

  it('brings the authority of a server that had one before to the store, and refuses one that has another', async () => {
    const alone = await start('first', { storage: { backend: 'sqlite', sharedSecrets: '' } });
    await stop();
    const moved = await start('first', onEtcd());
    expect(moved.certificateAuthority).toBe(alone.certificateAuthority);
    await start('stranger', { storage: { backend: 'sqlite', sharedSecrets: '' } });
    await stop();
    await expect(start('stranger', onEtcd())).rejects.toThrow(
      /certs\/ca\.key: is not the key that the servers of this store share/,
    );
  });

  it('stores an authority that a server has reissued because it expires soon', async () => {
    const old = await createAuthority('kubernetes', new Date(), { validity: 86_400_000 });
    const certs = join(directory, 'first', 'certs');
    await mkdir(certs, { recursive: true });
    await Promise.all([writeFile(join(certs, 'ca.crt'), old.certificate), writeFile(join(certs, 'ca.key'), old.key)]);
    const first = await start('first', onEtcd());
    expect(first.certificateAuthority).not.toBe(old.certificate);
    expect((await start('second', onEtcd())).certificateAuthority).toBe(first.certificateAuthority);
  });

  it('refuses another key at the start, with a sentence that says so, and changes nothing', async () => {
    await start('first', onEtcd());
    const stored = await etcd.valueOf(`${STORED}ca`);
    await writeFile(keyFile, newKey());
    await expect(start('second', onEtcd())).rejects.toThrow(
      /--shared-secrets: .*keys: none of its keys opens \/registry\/shared-secrets\/ca, which another server has stored/,
    );
    expect(await etcd.valueOf(`${STORED}ca`)).toEqual(stored);
  });

  it('rotates the key: what a server opens by its second key it seals by the first', async () => {
    const before = await readFile(keyFile, 'utf8');
    const first = await start('first', onEtcd());
    const after = newKey();
    await writeFile(keyFile, `${after}\n${before}\n`);
    await start('second', onEtcd());
    await writeFile(keyFile, after);
    const third = await start('third', onEtcd());
    expect(third.certificateAuthority).toBe(first.certificateAuthority);
  });

  it('shares the configuration of encryption at rest', async () => {
    const file = join(directory, 'encryption.yaml');
    const providers = [{ secretbox: { keys: [{ name: 'k', secret: newKey() }] } }];
    const configuration = { kind: 'EncryptionConfiguration', apiVersion: 'apiserver.config.k8s.io/v1' };
    await writeFile(file, JSON.stringify({ ...configuration, resources: [{ resources: ['secrets'], providers }] }));
    const first = await start('first', onEtcd({ encryptionProviderConfig: file }));
    const second = await start('second', onEtcd());
    const secret = { metadata: { name: 's' }, stringData: { k: 'plain' } };
    expect((await second.client.post(SECRETS, secret)).status).toBe(201);
    expect((await etcd.valueOf('/registry/secrets/default/s')).toString('latin1')).toMatch(/^k8s:enc:secretbox:v1:k:/);
    expect((await first.client.get(`${SECRETS}/s`)).body.data).toEqual({ k: 'cGxhaW4=' });
    // Others follow a change of the file when they start.
    const changed = [{ aesgcm: { keys: [{ name: 'n', secret: newKey() }] } }, ...providers];
    const resources = [{ resources: ['secrets'], providers: changed }];
    await writeFile(file, JSON.stringify({ ...configuration, resources }));
    await start('changed', onEtcd({ encryptionProviderConfig: file }));
    const third = await start('third', onEtcd());
    expect((await third.client.get(`${SECRETS}/s`)).body.data).toEqual({ k: 'cGxhaW4=' });
    await third.client.post(SECRETS, { ...secret, metadata: { name: 'n' } });
    expect((await etcd.valueOf('/registry/secrets/default/n')).toString('latin1')).toMatch(/^k8s:enc:aesgcm:v1:n:/);
  });
});

describeWithPostgres('--shared-secrets on PostgreSQL', () => {
  let postgres: PostgresProcess;

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  afterAll(async () => postgres.remove());

  it('has servers trust each other that share nothing but the store and a key', async () => {
    await expectSharing({ storage: { backend: 'postgres' }, postgres: { url: postgres.url } });
  });
});

describe('--shared-secrets', () => {
  it('refuses an embedded store, and a file without a key', async () => {
    await expect(start('first', { storage: { backend: 'sqlite' } })).rejects.toThrow(
      '--shared-secrets: has no effect with --storage-backend=sqlite',
    );
    await writeFile(keyFile, 'short');
    const options = { storage: { backend: 'etcd3' }, etcd: { servers: ['http://127.0.0.1:1'] } };
    await expect(start('first', options)).rejects.toThrow('keys: line 1 is not the base64 of 32 bytes');
  });
});
