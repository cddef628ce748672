import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FeatureGates, parseOptions } from '../../src/options/index.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { MAPS, RBAC, configMap } from './objects.js';

const AUTOUPDATE = 'rbac.authorization.kubernetes.io/autoupdate';
const KIB = 1024;
const MIB = 1024 * KIB;

/** Runs a server while `use` asks it. */
async function withServer<T>(options: TestServerOptions, use: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startTestServer(options);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

const parse = async (...args: string[]): Promise<Json> => (await parseOptions(args, {}, () => '')) as Json;

describe('feature gates', () => {
  it('are set by a list of names with true or false, and all others keep their defaults [GATE-05]', async () => {
    const { options } = await parse('--feature-gates=WatchList=false,CBORServingAndStorage=true, AllBeta=true');
    expect(options.api.featureGates).toEqual({ WatchList: false, CBORServingAndStorage: true, AllBeta: true });
    const states = FeatureGates.of(options.api.featureGates as Record<string, boolean>).states();
    const stateOf = (gate: string): boolean => states.find(({ name }) => name === gate)!.isEnabled;
    expect(['WatchList', 'CBORServingAndStorage', 'AllBeta', 'AllAlpha'].map(stateOf)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each(['WatchList', 'WatchList=', 'WatchList=1x', '=true', 'WatchList:true'])(
    'are refused in another form: %s [GATE-05]',
    async (text) => expect(await parse(`--feature-gates=${text}`)).toHaveProperty('problems'),
  );

  it('hold for the whole server, and show in a metric with name and stage [GATE-05]', async () => {
    const featureGates = { WatchList: false, CBORServingAndStorage: true };
    await withServer({ api: { featureGates } }, async (server) => {
      const { text } = await server.client.get('/metrics');
      const lines = text.split('\n').filter((line) => line.startsWith('kubernetes_feature_enabled{'));
      expect(lines).toContain('kubernetes_feature_enabled{name="WatchList",stage="BETA"} 0');
      expect(lines).toContain('kubernetes_feature_enabled{name="CBORServingAndStorage",stage="ALPHA"} 1');
      expect(lines).toContain('kubernetes_feature_enabled{name="APIListChunking",stage=""} 1');
      const names = lines.map((line) => /name="(\w+)"/.exec(line)?.[1]);
      expect(new Set(names).size).toBe(lines.length);
      expect(lines.every((line) => /\{name="\w+",stage="(ALPHA|BETA|DEPRECATED|)"\} [01]$/.test(line))).toBe(true);
      const headers = { accept: 'application/cbor' };
      for (const path of [MAPS, '/apis/apps/v1/deployments', `${RBAC}/clusterroles`]) {
        expect((await server.request('GET', path, { headers })).headers['content-type']).toBe('application/cbor');
      }
    });
  });
});

describe('a version that is turned off', () => {
  it('is 404, and gone from discovery and OpenAPI, while the other versions stay [GROUP-06]', async () => {
    const runtimeConfig = { 'autoscaling/v1': 'false' };
    await withServer({ api: { runtimeConfig } }, async (server) => {
      const get = (path: string): Promise<TestAnswer> => server.client.get(path);
      const path = '/namespaces/default/horizontalpodautoscalers';
      for (const off of ['/apis/autoscaling/v1', `/apis/autoscaling/v1${path}`, `/apis/autoscaling/v1${path}/a`]) {
        expect([off, (await get(off)).status]).toEqual([off, 404]);
      }
      expect((await server.client.post(`/apis/autoscaling/v1${path}`, {})).status).toBe(404);
      const group = (await get('/apis/autoscaling')).body as { versions: Json[]; preferredVersion: Json };
      expect(group.versions.map(({ groupVersion }) => groupVersion as string)).toEqual(['autoscaling/v2']);
      expect(group.preferredVersion.groupVersion).toBe('autoscaling/v2');
      expect((await get('/apis')).text).not.toContain('autoscaling/v1"');
      const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
      const aggregated = (await server.request('GET', '/apis', { headers: { accept } })).body.items as Json[];
      const found = aggregated.find(({ metadata }) => metadata.name === 'autoscaling')!;
      expect(found.versions.map(({ version }: Json) => version as string)).toEqual(['v2']);
      expect(Object.keys((await get('/openapi/v3')).body.paths as Json)).not.toContain('apis/autoscaling/v1');
      expect((await get('/openapi/v2')).text).not.toContain('"/apis/autoscaling/v1/');
      expect((await get('/')).body.paths).not.toContain('/apis/autoscaling/v1');
      expect((await get(`/apis/autoscaling/v2${path}`)).status).toBe(200);
    });
  });
});

describe('roles of the start', () => {
  const role = (name: string): string => `${RBAC}/clusterroles/${name}`;
  const binding = (name: string): string => `${RBAC}/clusterrolebindings/${name}`;

  it('are reconciled at each start, unless autoupdate is off [AZMODE-05]', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-roles-'));
    const options = { storage: { dataDir } };
    try {
      const before = await withServer(options, async ({ client }) => {
        const discovery = (await client.get(role('system:discovery'))).body.rules as Json[];
        const own = { apiGroups: ['own.example.com'], resources: ['things'], verbs: ['get'] };
        await client.patch(role('system:discovery'), 'merge-patch', { rules: [own] });
        await client.patch(role('system:node-proxier'), 'merge-patch', {
          metadata: { annotations: { [AUTOUPDATE]: 'false' } },
          rules: [],
        });
        await client.patch(binding('system:discovery'), 'merge-patch', { subjects: [] });
        expect((await client.delete(role('system:node'))).status).toBe(200);
        expect((await client.delete(binding('cluster-admin'))).status).toBe(200);
        return { discovery, own };
      });
      await withServer(options, async ({ client }) => {
        const rules = (await client.get(role('system:discovery'))).body.rules as Json[];
        const urlsOf = (of: Json[]): string[] =>
          of.flatMap(({ nonResourceURLs }) => (nonResourceURLs ?? []) as string[]);
        expect(rules).toContainEqual(before.own);
        expect(urlsOf(rules).sort()).toEqual(urlsOf(before.discovery).sort());
        expect((await client.get(role('system:node-proxier'))).body.rules ?? []).toEqual([]);
        const { subjects } = (await client.get(binding('system:discovery'))).body;
        expect(subjects).toEqual([
          { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'system:authenticated' },
        ]);
        expect((await client.get(role('system:node'))).status).toBe(200);
        const { roleRef } = (await client.get(binding('cluster-admin'))).body;
        expect(roleRef).toEqual({ apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' });
        expect((await client.get(role('view'))).body.aggregationRule).toBeDefined();
      });
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('are there with RBAC alone, which decides by them at once [AZMODE-05]', async () => {
    const options = { tokens: ['plain,plain,2', 'boss,boss,3'], authorization: { modes: ['RBAC'] } };
    await withServer(options, async ({ client, connect }) => {
      const plain = connect('plain');
      expect([(await plain.get('/api')).status, (await plain.get(MAPS)).status]).toEqual([200, 403]);
      const bound = await client.post(`${RBAC}/clusterrolebindings`, {
        metadata: { name: 'boss' },
        // One with rules of its own: those of `view` are gathered by a controller, soon after the start.
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:aggregate-to-view' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'boss' }],
      });
      expect(bound.status).toBe(201);
      const boss = connect('boss');
      expect([(await boss.get(MAPS)).status, (await boss.post(MAPS, configMap('x'))).status]).toEqual([200, 403]);
      await client.delete(`${RBAC}/clusterrolebindings/boss`);
      expect((await boss.get(MAPS)).status).toBe(403);
    });
  });
});

describe('limits', () => {
  it('of history and tokens are five minutes unless set [LIM-01, LIM-02]', async () => {
    const { options } = await parse();
    expect([options.storage.compactionInterval, options.storage.continueTokenTtl]).toEqual([300_000, 300_000]);
    const set = (await parse('--etcd-compaction-interval=7m')).options.storage as Json;
    expect([set.compactionInterval, set.continueTokenTtl]).toEqual([420_000, 300_000]);
  });

  it('of requests at a time are 400, and 200 of those that write, unless set [LIM-16]', async () => {
    const { options } = await parse();
    const { maxRequestsInFlight, maxMutatingRequestsInFlight } = options.serving as Json;
    expect([maxRequestsInFlight, maxMutatingRequestsInFlight]).toEqual([400, 200]);
    const set = await parse('--max-requests-inflight=7', '--max-mutating-requests-inflight=3');
    expect(set.options.serving).toMatchObject({ maxRequestsInFlight: 7, maxMutatingRequestsInFlight: 3 });
  });

  it('of time are a minute, and half an hour at least for watches, unless set [LIM-18]', async () => {
    const { options } = await parse();
    expect(options.serving).toMatchObject({ requestTimeout: 60_000, minRequestTimeoutSeconds: 1800 });
    const set = await parse('--request-timeout=34s', '--min-request-timeout=60');
    expect(set.options.serving).toMatchObject({ requestTimeout: 34_000, minRequestTimeoutSeconds: 60 });
  });

  describe('of size', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer();
    });
    afterAll(() => server.close());

    const causesOf = ({ status, body }: TestAnswer): unknown[] => [
      status,
      ...((body.details?.causes ?? []) as Json[]).map(({ reason, field }) => `${reason} ${field}`),
    ];
    const bodyOf = (bytes: number): string => {
      const empty = JSON.stringify(configMap('big', { data: { k: '' } }));
      return JSON.stringify(configMap('big', { data: { k: 'x'.repeat(bytes - empty.length) } }));
    };
    const post = (body: string): Promise<TestAnswer> => server.request('POST', MAPS, { body });

    it('are 3 MiB for a body [LIM-17]', async () => {
      // A body that fits is read, and rejected for the size of its data alone.
      expect((await post(bodyOf(3 * MIB))).status).toBe(422);
      const { status, body } = await post(bodyOf(3 * MIB + 1));
      expect([status, body.reason]).toEqual([413, 'RequestEntityTooLarge']);
    });

    it('are 1 MiB for the data of ConfigMaps and Secrets, both forms of it together [LIM-17]', async () => {
      const value = 'x'.repeat(MIB);
      expect((await server.client.post(MAPS, configMap('full', { data: { k: value } }))).status).toBe(201);
      const over = await server.client.post(MAPS, configMap('over', { data: { k: `${value}x` } }));
      expect(causesOf(over)[0]).toBe(422);
      expect(causesOf(over)[1]).toMatch(/^FieldValueTooLong/);
      const mixed = { data: { k: value.slice(1) }, binaryData: { l: Buffer.from('xx').toString('base64') } };
      expect((await server.client.post(MAPS, configMap('mixed', mixed))).status).toBe(422);
      const secrets = '/api/v1/namespaces/default/secrets';
      const secret = (name: string, text: string): Json => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name },
        stringData: { k: text },
      });
      expect((await server.client.post(secrets, secret('full', value))).status).toBe(201);
      expect(causesOf(await server.client.post(secrets, secret('over', `${value}x`)))).toEqual([
        422,
        'FieldValueTooLong data',
      ]);
    });

    it('are 256 KiB for annotations, keys included [LIM-17]', async () => {
      const annotated = (length: number): Json =>
        configMap(`a${length}`, { metadata: { annotations: { k: 'x'.repeat(length) } } });
      expect((await server.client.post(MAPS, annotated(256 * KIB - 1))).status).toBe(201);
      expect(causesOf(await server.client.post(MAPS, annotated(256 * KIB)))).toEqual([
        422,
        'FieldValueTooLong metadata.annotations',
      ]);
    });

    it('are those of the store for a whole object [LIM-17]', async () => {
      const definition = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'whole', annotations: { a: 'x'.repeat(256 * KIB - 1) } },
        data: { k: 'x'.repeat(MIB) },
      };
      // Both limits are kept, and the object is below 1.5 MiB.
      expect((await server.client.post(MAPS, definition)).status).toBe(201);
    });
  });

  it('of time end a request that takes longer, and may be shorter for one request [LIM-18]', async () => {
    await withServer({ serving: { requestTimeout: 1000 } }, async (server) => {
      const start = performance.now();
      const late = await server.client.get(`${MAPS}?resourceVersion=999999999`);
      expect(late.status).toBe(504);
      expect(performance.now() - start).toBeLessThan(30_000);
      for (const bad of ['x', '5', '1']) {
        expect([bad, (await server.client.get(`${MAPS}/a?timeout=${bad}`)).status]).toEqual([bad, 400]);
      }
      expect((await server.client.get(`${MAPS}?timeout=30s`)).status).toBe(200);
    });
  });
});

describe('seats for requests', () => {
  it('are described by objects from the start [LIM-16]', async () => {
    await withServer({}, async ({ client }) => {
      const path = '/apis/flowcontrol.apiserver.k8s.io/v1';
      const namesOf = async (resource: string): Promise<string[]> =>
        ((await client.get(`${path}/${resource}`)).body.items as Json[]).map(({ metadata }) => metadata.name as string);
      expect(await namesOf('flowschemas')).toEqual(
        expect.arrayContaining(['exempt', 'catch-all', 'global-default', 'system-leader-election']),
      );
      expect(await namesOf('prioritylevelconfigurations')).toEqual(
        expect.arrayContaining(['exempt', 'catch-all', 'global-default', 'workload-low']),
      );
    });
  });
});
