import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

/** The start hooks of a kube-apiserver 1.32 with its default gates. */
const REFERENCE_HOOKS = [
  'apiservice-discovery-controller',
  'apiservice-openapi-controller',
  'apiservice-openapiv3-controller',
  'apiservice-registration-controller',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
  'apiservice-wait-for-first-sync',
  'bootstrap-controller',
  'crd-informer-synced',
  'generic-apiserver-start-informers',
  'kube-apiserver-autoregistration',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-config-producer',
  'priority-and-fairness-filter',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'start-apiextensions-controllers',
  'start-apiextensions-informers',
  'start-apiserver-admission-initializer',
  'start-cluster-authentication-info-controller',
  'start-kube-aggregator-informers',
  'start-kube-apiserver-identity-lease-controller',
  'start-kube-apiserver-identity-lease-garbage-collector',
  'start-legacy-token-tracking-controller',
  'start-service-ip-repair-controllers',
  'start-system-namespaces-controller',
  'storage-object-count-tracker-hook',
];

let server: TestServer;
let storage: SqliteStorage;

beforeAll(async () => {
  storage = await SqliteStorage.open({ directory: ':memory:' });
  server = await startTestServer({ engine: { engine: () => Promise.resolve(storage) } });
});

afterAll(() => server.close());

describe('a store that does not answer', () => {
  const breakStore = (): (() => void) => {
    const { currentRevision, checkWritable } = storage;
    const fail = (): never => {
      throw new Error('the reason');
    };
    Object.assign(storage, { currentRevision: fail, checkWritable: fail });
    return () => Object.assign(storage, { currentRevision, checkWritable });
  };

  it.each([
    ['livez', 'etcd'],
    ['healthz', 'etcd'],
    ['readyz', 'etcd-readiness'],
  ])('makes /%s 500, with every check and no reason [HEALTH-04]', async (endpoint, check) => {
    const anybody = server.connect('');
    const mend = breakStore();
    const [{ status, text, headers }, verbose, alone, other, excluded] = await Promise.all(
      [anybody, anybody, server.client, server.client, anybody].map((client, i) =>
        client.get(`/${endpoint}${['', '?verbose', `/${check}`, '/ping', `?exclude=${check}`][i]}`),
      ),
    );
    mend();
    expect([status, headers['content-type']]).toEqual([500, expect.stringMatching(/^text\/plain/)]);
    const lines = text.trimEnd().split('\n');
    expect(lines).toContain(`[-]${check} failed: reason withheld`);
    expect(lines).toContain('[+]ping ok');
    expect(lines.at(-1)).toBe(`${endpoint} check failed`);
    expect(text).not.toContain('the reason');
    expect([verbose.status, verbose.text]).toEqual([500, text]);
    expect([alone.status, other.status, excluded.status]).toEqual([500, 200, 200]);
    expect((await anybody.get(`/${endpoint}`)).text).toBe('ok');
  });
});

describe('single checks', () => {
  const namesOf = async (endpoint: string): Promise<string[]> => {
    const { text } = await server.client.get(`/${endpoint}?verbose`);
    return [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name]) => name);
  };

  it('are there under the names that the whole lists, at each endpoint [HEALTH-06]', async () => {
    for (const endpoint of ['readyz', 'healthz', 'livez']) {
      for (const name of await namesOf(endpoint)) {
        const { status, text } = await server.client.get(`/${endpoint}/${name}`);
        expect([endpoint, name, status, text]).toEqual([endpoint, name, 200, 'ok']);
      }
    }
  });

  it('of /readyz are those of the reference [HEALTH-06]', async () => {
    const names = await namesOf('readyz');
    const own = ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync', 'autoregister-completion', 'shutdown'];
    expect(names).toEqual(expect.arrayContaining(own.filter((name) => name !== 'etcd')));
    expect(names.some((name) => name.startsWith('poststarthook/'))).toBe(true);
    expect((await namesOf('livez')).some((name) => name === 'shutdown' || name === 'informer-sync')).toBe(false);
  });

  it.each(REFERENCE_HOOKS)('include poststarthook/%s at each endpoint [HEALTH-05, HEALTH-06]', async (name) => {
    for (const endpoint of ['readyz', 'healthz', 'livez']) {
      const path = `/${endpoint}/poststarthook/${name}`;
      await eventually(async () => expect([path, (await server.client.get(path)).status]).toEqual([path, 200]));
    }
  });

  it('include the hook of service ranges only while its gate is on [HEALTH-06]', async () => {
    const path = '/readyz/poststarthook/start-kubernetes-service-cidr-controller';
    expect((await server.client.get(path)).status).toBe(404);
    const gated = await startTestServer({
      api: {
        featureGates: { MultiCIDRServiceAllocator: true },
        runtimeConfig: { 'networking.k8s.io/v1beta1': 'true' },
      },
    });
    const { status } = await gated.client.get(path);
    await gated.close();
    expect(status).toBe(200);
  });

  it.each([
    ['1.35', {}, 404],
    ['1.35', { WatchCacheInitializationPostStartHook: true }, 200],
    ['1.36', {}, 200],
    ['1.36', { WatchCacheInitializationPostStartHook: false }, 404],
  ])('include the hook of watch caches in %s with the gates %j: %i [HEALTH-06]', async (...row) => {
    const [emulatedRelease, featureGates, expected] = row;
    const gated = await startTestServer({ api: { emulatedRelease, featureGates } });
    const answers = ['readyz', 'healthz', 'livez'].map((name) =>
      gated.client.get(`/${name}/poststarthook/storage-readiness`),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    await gated.close();
    expect(statuses).toEqual([expected, expected, expected]);
  });

  it.each(['/readyz/nothing', '/readyz/poststarthook/nothing', '/readyz/ping/more', '/readyz/PING', '/livez/shutdown'])(
    'are no others: %s is 404 [HEALTH-06]',
    async (path) => expect((await server.client.get(path)).status).toBe(404),
  );
});

describe('the root', () => {
  it('lists the paths that are served, sorted and each once [GEN-07]', async () => {
    const { status, headers, body } = await server.client.get('/');
    const paths = body.paths as string[];
    expect([status, headers['content-type'], Object.keys(body)]).toEqual([200, 'application/json', ['paths']]);
    expect(paths).toEqual([...new Set(paths)].sort());
    expect(paths).toEqual(
      expect.arrayContaining(['/.well-known/openid-configuration', '/api', '/api/v1', '/apis', '/healthz', '/livez']),
    );
    expect(paths).toEqual(expect.arrayContaining(['/metrics', '/openapi/v2', '/openapi/v3', '/readyz', '/version']));
  });

  it('lists each group, version and health check, and nothing that is not there [GEN-07]', async () => {
    const paths = (await server.client.get('/')).body.paths as string[];
    const groups = (await server.client.get('/apis')).body.groups as Json[];
    for (const { name, versions } of groups) {
      const own = (versions as Json[]).map(({ groupVersion }) => `/apis/${groupVersion}`);
      expect(paths).toEqual(expect.arrayContaining([`/apis/${name}`, ...own]));
    }
    const { text } = await server.client.get('/readyz?verbose');
    const checks = [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name]) => `/readyz/${name}`);
    expect(paths).toEqual(expect.arrayContaining(checks));
    // The reference lists the prefix of the documents as well, if there is none.
    for (const path of paths.filter((each) => each !== '/openapi/v3/')) {
      const { status } = await server.client.get(path);
      expect([path, status]).toEqual([path, 200]);
    }
  });

  it('is for users that are known [GEN-07]', async () => {
    expect((await server.connect('').get('/')).status).toBe(403);
  });
});
