import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateEncryption } from '../../src/commands/encryption/migrate.js';
import { startTestServer as startKitServer } from '../../src/testing/index.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const configOf = (...keys: string[]): string =>
  JSON.stringify({
    kind: 'EncryptionConfiguration',
    apiVersion: 'apiserver.config.k8s.io/v1',
    resources: [
      {
        resources: ['secrets', '*.rbac.authorization.k8s.io'],
        providers: [
          { secretbox: { keys: keys.map((name) => ({ name, secret: Buffer.alloc(32, name).toString('base64') })) } },
          { identity: {} },
        ],
      },
    ],
  });

describe('binnacle encryption migrate', () => {
  let folder: string;
  let server: TestServer;
  let out: string;
  const host = { out: { write: (text: string) => (out += text) }, err: { write: () => true } };
  const config = (): string => join(folder, 'encryption.yaml');

  const start = (): Promise<TestServer> =>
    startTestServer({ storage: { dataDir: join(folder, 'data'), encryptionProviderConfig: config() } });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-migrate-'));
    await writeFile(config(), configOf('one'));
    server = await start();
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  beforeEach(() => {
    out = '';
  });

  const migrate = (...words: string[]): Promise<number> =>
    migrateEncryption([`--config=${config()}`, `--kubeconfig=${server.kubeconfigPath}`, ...words], host);

  it('writes every object that the configuration names, over pages, and no other', async () => {
    const made = Array.from({ length: 600 }, (_, i) =>
      server.client.post('/api/v1/namespaces/default/secrets', { metadata: { name: `s-${i}` } }),
    );
    await Promise.all(made);
    const versionOf = async (): Promise<string> =>
      (await server.client.get('/api/v1/namespaces/default/secrets/s-1')).body.metadata.resourceVersion;
    const before = await versionOf();
    await writeFile(config(), configOf('two', 'one'));
    await server.close();
    server = await start();
    expect(await migrate()).toBe(0);
    expect(await versionOf()).not.toBe(before);
    expect(out).toMatch(/^secrets: 600 written$/m);
    expect(out).toMatch(/^clusterroles\.rbac\.authorization\.k8s\.io: \d+ written$/m);
    expect(out).not.toContain('configmaps');
  });

  it('names what could not be written, and ends with 1', async () => {
    const configuration = {
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['UPDATE'], resources: ['secrets'] }],
    };
    await server.client.post('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies', {
      metadata: { name: 'no' },
      spec: {
        matchConstraints: { resourceRules: configuration.rules },
        validations: [{ expression: "object.metadata.name != 's-2'", message: 's-2 stays' }],
      },
    });
    await server.client.post('/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings', {
      metadata: { name: 'no' },
      spec: { policyName: 'no', validationActions: ['Deny'] },
    });
    await eventually(async () => {
      out = '';
      expect(await migrate()).toBe(1);
    });
    expect(out).toMatch(/^secrets: 599 written, 1 failed\n {2}default\/s-2: .*s-2 stays/m);
  });

  it('continues after the history that its list began with was compacted', async () => {
    const kit = await startKitServer();
    const secrets = '/api/v1/namespaces/default/secrets';
    for (let i = 0; i < 600; i++) await kit.request('POST', secrets, { body: { metadata: { name: `s-${i}` } } });
    try {
      let isDone = false;
      const migration = migrateEncryption([`--config=${config()}`, `--kubeconfig=${kit.kubeconfigPath}`], host).finally(
        () => (isDone = true),
      );
      while (!isDone) {
        await kit.request('POST', '/api/v1/namespaces/default/configmaps', {
          body: { metadata: { generateName: 'c-' } },
        });
        await kit.faults.expireHistory();
      }
      expect([await migration, out]).toEqual([0, expect.stringMatching(/^secrets: 600 written$/m)]);
    } finally {
      await kit.close();
    }
  });

  it.each([
    [[], '--config FILE is missing'],
    [['--config=/none/such'], '/none/such: ENOENT'],
  ])('refuses %j', async (words, message) => {
    const all = [...words, `--kubeconfig=${server.kubeconfigPath}`];
    await expect(migrateEncryption(all, host)).rejects.toThrow(message);
  });
});
