import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestClient } from '../support/test-client.js';
import { DEPLOYMENTS, MAPS, configMap, deployment, mapsIn, namespace } from './objects.js';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = server.client;
  for (const name of ['one', 'two']) await client.post('/api/v1/namespaces', namespace(name));
});

afterAll(() => server.close());

const create = async (path: string, object: Json): Promise<Json> => (await client.post(path, object)).body;
const named = (name: string): Promise<TestAnswer> => client.get(`${MAPS}/${name}`);
const node = (name: string): Json => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } });

describe('the API', () => {
  it('has one spelling for each placeholder [GEN-02]', async () => {
    const groups = (await client.get('/apis')).body.groups as Json[];
    expect(groups.map(({ name }) => name as string)).toContain('authentication.k8s.io');
    const names = ((await client.get('/api/v1/namespaces')).body.items as Json[]).map(({ metadata }) => metadata.name);
    expect(names).toEqual(expect.arrayContaining(['kube-system', 'kube-public']));
    const headers = { accept: 'application/vnd.kubernetes.protobuf' };
    expect((await client.request('GET', MAPS, { headers })).headers['content-type']).toBe(headers.accept);
  });

  it('spells the groups of Kubernetes with their domain [REMOVED-00]', async () => {
    const names = ((await client.get('/apis')).body.groups as Json[]).map(({ name }) => name as string);
    expect(names.filter((name) => name.includes('.') && !name.endsWith('.k8s.io'))).toEqual([]);
    for (const name of ['authentication', 'authorization', 'rbac.authorization', 'coordination']) {
      expect(names).toContain(`${name}.k8s.io`);
    }
  });

  it('is discovered, each resource with its verbs [GEN-05, VERB-02, TERM-02]', async () => {
    for (const path of ['/api', '/apis', '/apis/apps', '/apis/apps/v1', '/api/v1']) {
      expect((await client.get(path)).status).toBe(200);
    }
    const maps = ((await client.get('/api/v1')).body.resources as Json[]).find(({ name }) => name === 'configmaps')!;
    expect(maps.verbs).toEqual(['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']);
    expect((await create(MAPS, configMap('kinded'))).kind).toBe(maps.kind);
  });

  it('publishes a schema for every kind of every group [GEN-04]', async () => {
    const whole = describedBy((await client.get('/openapi/v2')).body);
    const groups = (await client.get('/apis')).body.groups as Json[];
    const served = groups.flatMap(({ versions }) => (versions as Json[]).map((each) => `apis/${each.groupVersion}`));
    expect(served.length).toBeGreaterThan(15);
    for (const path of ['api/v1', ...served]) {
      const kinds = await kindsAt(path);
      const ofVersion = describedBy((await client.get(`/openapi/v3/${path}`)).body);
      expect(kinds.filter((gvk) => !whole.has(gvk) || !ofVersion.has(gvk))).toEqual([]);
    }
  });

  /** The kinds of the resources of a version, as `group/version kind`. */
  async function kindsAt(path: string): Promise<string[]> {
    const { resources, groupVersion } = (await client.get(`/${path}`)).body;
    const [version, group = ''] = (groupVersion as string).split('/').reverse();
    return (resources as Json[]).map((each) => `${each.group ?? group}/${each.version ?? version} ${each.kind}`);
  }

  /** The kinds that a document of either version of OpenAPI has schemas for. */
  function describedBy({ definitions, components, paths }: Json): Set<string> {
    const schemas = Object.values((definitions ?? components?.schemas ?? {}) as Json) as Json[];
    // The options of connections are queries, which only have a schema for each parameter.
    const operations = Object.values(paths as Json).flatMap((path: Json) => Object.values(path) as Json[]);
    const connects = operations.filter((operation) => operation['x-kubernetes-action'] === 'connect');
    const gvks = [...schemas, ...connects].flatMap((part) => (part['x-kubernetes-group-version-kind'] ?? []) as Json);
    return new Set(gvks.map(({ group, version, kind }: Json) => `${group}/${version} ${kind}`));
  }

  it('is plain HTTP below the paths of its root [GEN-03, GEN-07]', async () => {
    const { paths } = (await client.get('/')).body;
    expect(paths).toEqual(expect.arrayContaining(['/api', '/apis', '/healthz']));
    for (const path of ['/api', '/apis', '/healthz']) expect((await client.get(path)).status).toBe(200);
  });

  it('reports its version [GEN-06, GROUP-12]', async () => {
    const version = (await client.get('/version')).body;
    expect(Object.keys(version).sort()).toEqual([
      'buildDate',
      'compiler',
      'gitCommit',
      'gitTreeState',
      'gitVersion',
      'goVersion',
      'major',
      'minor',
      'platform',
    ]);
    expect([version.major, version.minor]).toEqual(['1', '32']);
  });
});

describe('terms', () => {
  it.each([
    ['/api/v1/namespaces/default/pods', 'PodList'],
    ['/api/v1/services', 'ServiceList'],
    ['/api/v1/nodes', 'NodeList'],
    ['/api/v1/namespaces', 'NamespaceList'],
    ['/apis/apps/v1/deployments', 'DeploymentList'],
  ])('name the list at %s [TERM-01, TERM-03, COLL-01]', async (path, kind) => {
    expect((await client.get(path)).body.kind).toBe(kind);
  });

  it.each([
    ['/api/v1/services', 'v1'],
    ['/apis/apps/v1/deployments', 'apps/v1'],
  ])('name the version of the list at %s [COLL-02]', async (path, apiVersion) => {
    expect((await client.get(path)).body.apiVersion).toBe(apiVersion);
  });

  it('address one object by its name [TERM-04]', async () => {
    await create(MAPS, configMap('addressed'));
    expect((await named('addressed')).body.metadata.name).toBe('addressed');
  });

  it('let subresources have a kind of their own [TERM-06]', async () => {
    await create(DEPLOYMENTS, deployment('scaled'));
    const scale = (await client.get(`${DEPLOYMENTS}/scaled/scale`)).body;
    expect([scale.kind, scale.apiVersion]).toEqual(['Scale', 'autoscaling/v1']);
    const token = await client.post('/api/v1/namespaces/default/serviceaccounts/default/token', {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {},
    });
    expect([token.status, token.body.kind]).toEqual([201, 'TokenRequest']);
  });

  const OPERATIONS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const spec = { resourceAttributes: { verb: 'get', resource: 'pods' } };
  const operation = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec };

  it('let operations have no name [TERM-08, NAME-03]', async () => {
    expect((await client.post(OPERATIONS, operation)).status).toBe(201);
  });

  it('let operations have nothing to read [TERM-07]', async () => {
    expect((await client.get(OPERATIONS)).status).toBe(405);
  });

  it('let operations have nothing to apply [PATCH-03]', async () => {
    const body = { ...operation, metadata: { name: 'a' } };
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    expect((await client.request('PATCH', `${OPERATIONS}?fieldManager=m`, { body, headers })).status).toBe(405);
  });

  it('make an eviction a subresource of a pod [TERM-09]', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const spec = { containers: [{ name: 'a', image: 'a' }] };
    await create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'evicted' }, spec });
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'evicted', namespace: 'default' } };
    const answer = await client.post(`${pods}/evicted/eviction`, eviction);
    expect([answer.status, answer.body.kind, answer.body.status]).toEqual([201, 'Status', 'Success']);
    const left = await client.get(`${pods}/evicted`);
    expect(left.status === 404 || left.body.metadata.deletionTimestamp !== undefined).toBe(true);
  });
});

describe('names', () => {
  it('are unique by kind and namespace [NAME-01, NAME-04, NAME-05]', async () => {
    expect((await client.post(mapsIn('one'), configMap('same'))).status).toBe(201);
    expect((await client.post(mapsIn('one'), configMap('same'))).status).toBe(409);
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'same' } };
    expect((await client.post('/api/v1/namespaces/one/secrets', secret)).status).toBe(201);
    const other = await client.post(mapsIn('two'), configMap('same'));
    expect(other.status).toBe(201);
    expect(other.body.metadata.uid).not.toBe((await client.get(`${mapsIn('one')}/same`)).body.metadata.uid);
  });

  it('are free again after removal, for another object [NAME-06, META-05]', async () => {
    const first = await create(MAPS, configMap('reused', { metadata: { uid: 'abc' } }));
    expect(first.metadata.uid).not.toBe('abc');
    await client.delete(`${MAPS}/reused`);
    const second = await create(MAPS, configMap('reused'));
    expect(second.metadata.uid).toMatch(/^[0-9a-f]{8}-/);
    expect(second.metadata.uid).not.toBe(first.metadata.uid);
  });

  it('are unique in the cluster for kinds of the cluster [NAME-07]', async () => {
    expect((await client.post('/api/v1/nodes', node('n'))).status).toBe(201);
    expect((await client.post('/api/v1/nodes', node('n'))).status).toBe(409);
  });

  it('are needed, and have a form [NAME-02, NAME-08, ERR-29]', async () => {
    expect((await client.post(MAPS, { ...configMap(''), metadata: {} })).status).toBe(422);
    expect((await client.post(MAPS, configMap('Bad_Name'))).status).toBe(422);
  });

  it('have to agree with the path [NAME-09]', async () => {
    await create(MAPS, configMap('agreed'));
    const put = (object: Json): Promise<TestAnswer> => client.put(`${MAPS}/agreed`, object);
    expect((await put(configMap('other'))).status).toBe(400);
    expect((await put(configMap('agreed', { metadata: { namespace: 'one' } }))).status).toBe(400);
    expect((await client.post(MAPS, configMap('x', { metadata: { namespace: 'one' } }))).status).toBe(400);
  });

  it('need a namespace that exists [NAME-10]', async () => {
    expect((await client.post(mapsIn('absent'), configMap('a'))).status).toBe(404);
  });
});

describe('verbs', () => {
  const two = mapsIn('two');

  it('create by POST [VERB-01, OP-05]', async () => {
    const created = await client.post(two, configMap('v', { data: { a: '0' } }));
    expect([created.status, created.body.data]).toEqual([201, { a: '0' }]);
    expect((await client.get(`${two}/v`)).body).toEqual(created.body);
  });

  it('replace by PUT [VERB-01, OP-06]', async () => {
    const { body } = await client.get(`${two}/v`);
    const put = await client.put(`${two}/v`, { ...body, data: { a: '1' } });
    expect([put.status, put.body.data]).toEqual([200, { a: '1' }]);
    expect(put.body.metadata.resourceVersion).not.toBe(body.metadata.resourceVersion);
  });

  it('change by PATCH [VERB-01, OP-08]', async () => {
    const { body } = await client.patch(`${two}/v`, 'merge-patch', { data: { b: '2' } });
    expect(body.data).toEqual({ a: '1', b: '2' });
  });

  it('delete one by DELETE [VERB-01, OP-09]', async () => {
    expect((await client.delete(`${two}/v`)).status).toBe(200);
    expect((await client.get(`${two}/v`)).status).toBe(404);
  });

  it('list, watch and delete many at their collection [VERB-10, OP-10]', async () => {
    for (const name of ['w', 'x']) await client.post(two, configMap(name, { metadata: { labels: { many: 'yes' } } }));
    const watch = await client.watch(`${two}?labelSelector=many`);
    expect((await watch.names(2)).sort()).toEqual(['ADDED w', 'ADDED x']);
    watch.stop();
    expect((await client.get(`${two}?labelSelector=many`)).body.items).toHaveLength(2);
    const others = (await client.get(`${two}?labelSelector=!many`)).body.items as Json[];
    expect((await client.delete(`${two}?labelSelector=many`)).status).toBe(200);
    expect((await client.get(two)).body.items).toEqual(others);
  });

  it('begin a stream where watch is true, and only there [VERB-03, PARAM-01]', async () => {
    const watch = await client.watch(`${MAPS}?timeoutSeconds=1`);
    expect((await watch.next())?.type).toBe('ADDED');
    watch.stop();
    expect((await client.get(`${MAPS}?watch=0`)).body.kind).toBe('ConfigMapList');
  });

  it('create by PUT where the kind allows it [VERB-04, OP-15]', async () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases/put';
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'put' } };
    const created = await client.put(leases, lease);
    expect(created.status).toBe(201);
    expect((await client.put(leases, created.body)).status).toBe(200);
    expect((await client.put(`${MAPS}/nothing-there`, configMap('nothing-there'))).status).toBe(404);
  });

  it('take one object at a time [VERB-07, VERB-08]', async () => {
    const list = { apiVersion: 'v1', kind: 'ConfigMapList', items: [configMap('a1'), configMap('a2')] };
    expect((await client.post(MAPS, list)).status).toBe(400);
    expect((await named('a1')).status).toBe(404);
    const statuses = [];
    for (const name of ['s1', 'S2', 's3']) statuses.push((await client.post(MAPS, configMap(name))).status);
    expect(statuses).toEqual([201, 422, 201]);
  });
});

describe('metadata', () => {
  it('keeps name, labels and annotations [META-01, META-12, META-13]', async () => {
    const sent = { labels: { tier: 'meta' }, annotations: { note: 'keep me' } };
    await create(MAPS, configMap('kept', { metadata: sent }));
    expect((await named('kept')).body.metadata).toMatchObject({ name: 'kept', ...sent });
    const found = (await client.get(`${MAPS}?labelSelector=tier%3Dmeta`)).body.items as Json[];
    expect(found.map(({ metadata }) => metadata.name as string)).toEqual(['kept']);
  });

  it('draws names behind a prefix, all different [META-02, META-03]', async () => {
    const draw = (): Promise<Json> => create(MAPS, { ...configMap(''), metadata: { generateName: 'gn-' } });
    const names = (await Promise.all(Array.from({ length: 200 }, draw))).map(({ metadata }) => metadata.name as string);
    expect(names.every((name) => /^gn-[a-z0-9]{5}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(200);
  });

  it('has a namespace where there is one [META-04]', async () => {
    expect((await create(MAPS, configMap('inside'))).metadata.namespace).toBe('default');
    expect((await create('/api/v1/nodes', node('outside'))).metadata).not.toHaveProperty('namespace');
  });

  it('has versions that change with the object alone [META-06, WRV-04]', async () => {
    const first = await create(MAPS, configMap('versioned'));
    const same = await client.put(`${MAPS}/versioned`, first);
    expect(same.body.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    const changed = await client.patch(`${MAPS}/versioned`, 'merge-patch', { data: { a: '1' } });
    expect(changed.body.metadata.resourceVersion).not.toBe(first.metadata.resourceVersion);
    expect(typeof changed.body.metadata.resourceVersion).toBe('string');
  });

  it('takes no version on create [META-07]', async () => {
    expect((await client.post(MAPS, configMap('pre', { metadata: { resourceVersion: '5' } }))).status).toBe(400);
  });

  it('has times that are the server’s [META-08, META-09, DEL-02]', async () => {
    const times = { creationTimestamp: '2001-01-01T00:00:00Z', deletionTimestamp: '2001-01-01T00:00:00Z' };
    const made = await create(MAPS, configMap('timed', { metadata: { ...times, finalizers: ['a.example.com/x'] } }));
    expect(Date.now() - Date.parse(made.metadata.creationTimestamp as string)).toBeLessThan(60_000);
    expect(made.metadata).not.toHaveProperty('deletionTimestamp');
    await client.delete(`${MAPS}/timed`);
    expect(Date.parse((await named('timed')).body.metadata.deletionTimestamp as string)).toBeGreaterThan(1e12);
    await client.patch(`${MAPS}/timed`, 'merge-patch', { metadata: { finalizers: null } });
  });

  it('lets finalizers be put in another order, and none added at the end [META-10, META-11]', async () => {
    const [a, b] = ['a.example.com/x', 'b.example.com/x'];
    await create(MAPS, configMap('final', { metadata: { finalizers: [a, b] } }));
    const set = (finalizers: string[]): Promise<TestAnswer> =>
      client.patch(`${MAPS}/final`, 'merge-patch', { metadata: { finalizers } });
    expect((await set([b, a])).body.metadata.finalizers).toEqual([b, a]);
    await client.delete(`${MAPS}/final`);
    expect((await set([a, b])).status).toBe(200);
    expect((await set([a, b, 'c.example.com/x'])).status).toBe(422);
    expect((await set([])).status).toBe(200);
    expect((await named('final')).status).toBe(404);
  });

  it('contains the version, of the core group that alone [META-15, GROUP-01]', async () => {
    expect((await create(MAPS, configMap('core'))).apiVersion).toBe('v1');
    expect((await client.get('/api')).body.versions).toEqual(['v1']);
  });

  it('contains group and version of other groups [META-15, GROUP-02]', async () => {
    expect((await create(DEPLOYMENTS, deployment('grouped'))).apiVersion).toBe('apps/v1');
  });

  it('keeps a generation where the kind counts none, and no selfLink [META-17, META-16]', async () => {
    const sent = { generation: 7, selfLink: '/somewhere' };
    const made = await create(MAPS, configMap('generated', { metadata: sent }));
    expect([made.metadata.generation, 'selfLink' in made.metadata]).toEqual([7, false]);
    const changed = await client.patch(`${MAPS}/generated`, 'merge-patch', { data: { a: '1' } });
    expect(changed.body.metadata.generation).toBe(7);
  });

  it('counts changes of the spec [META-16]', async () => {
    await create(DEPLOYMENTS, deployment('counted'));
    const patch = (body: Json): Promise<TestAnswer> => client.patch(`${DEPLOYMENTS}/counted`, 'merge-patch', body);
    expect((await patch({ spec: { replicas: 3 } })).body.metadata.generation).toBe(2);
    expect((await patch({ metadata: { labels: { a: 'b' } } })).body.metadata.generation).toBe(2);
    const uid = '00000000-0000-0000-0000-000000000001';
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid };
    const doubled = await client.post(MAPS, configMap('owned', { metadata: { ownerReferences: [owner, owner] } }));
    expect(doubled.body.metadata.ownerReferences).toHaveLength(1);
    expect(doubled.headers.warning).toContain('duplicate');
  });
});

describe('collections', () => {
  const maps = mapsIn('one');
  let written = 0;

  beforeAll(async () => {
    for (let i = 0; i < 7; i++) await create(maps, configMap(`c${i}`, { metadata: { labels: { n: '1' } } }));
  });

  /** Reads a collection in chunks of three; `between` is called after each. */
  async function chunksOf(between: () => Promise<unknown> = async () => {}): Promise<Json[]> {
    const chunks: Json[] = [];
    let token = '';
    do {
      const chunk = (await client.get(`${maps}?limit=3${token && `&continue=${token}`}`)).body;
      chunks.push(chunk);
      token = chunk.metadata.continue as string;
      await between();
    } while (token !== '');
    return chunks;
  }

  const namesOf = ({ items }: Json): string[] => (items as Json[]).map((item) => item.metadata.name as string);

  it('have no token and no count when they are whole [COLL-04, COLL-05, COLL-06]', async () => {
    const { metadata } = (await client.get(maps)).body;
    expect([metadata.continue, 'remainingItemCount' in metadata]).toEqual(['', false]);
  });

  it('come in chunks with a token and a count, but for the last [COLL-05, COLL-06, CHUNK-01]', async () => {
    const { items } = (await client.get(maps)).body;
    const chunks = await chunksOf();
    const left = items.length as number;
    expect(chunks.length).toBe(Math.ceil(left / 3));
    expect(chunks.map(({ metadata }) => metadata.remainingItemCount as unknown)).toEqual(
      chunks.map((_, i) => (i === chunks.length - 1 ? undefined : left - 3 * (i + 1))),
    );
  });

  it('are whole in the sum of their chunks [CHUNK-02]', async () => {
    const whole = (await client.get(maps)).body;
    expect((await chunksOf()).flatMap(namesOf)).toEqual(namesOf(whole));
  });

  it('have one version in all chunks, whatever is written meanwhile [CHUNK-03]', async () => {
    const { items, metadata } = (await client.get(maps)).body;
    const chunks = await chunksOf(() => client.patch(`${maps}/c0`, 'merge-patch', { data: { n: `${written++}` } }));
    expect(chunks.length).toBeGreaterThan(1);
    expect(new Set(chunks.map((chunk) => chunk.metadata.resourceVersion as string)).size).toBe(1);
    expect(items.length).toBe(chunks.flatMap(namesOf).length);
    const later = (await client.get(maps)).body.metadata.resourceVersion;
    expect(Number(later)).toBeGreaterThan(Number(metadata.resourceVersion));
  });

  it('count nothing where a selector chooses [COLL-07]', async () => {
    const { metadata } = (await client.get(`${maps}?limit=2&labelSelector=n`)).body;
    expect(metadata.continue).not.toBe('');
    expect(metadata).not.toHaveProperty('remainingItemCount');
  });

  it('are arrays, and their items have versions of their own [COLL-03, COLL-08, COLL-09]', async () => {
    await create('/api/v1/namespaces', namespace('empty'));
    expect((await client.get('/api/v1/namespaces/empty/secrets')).body.items).toEqual([]);
    const { items, metadata } = (await client.get(maps)).body;
    const versions = (items as Json[]).map((item) => Number(item.metadata.resourceVersion));
    expect(versions.every((version) => version <= Number(metadata.resourceVersion))).toBe(true);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('are never of kind List [COLL-10]', async () => {
    for (const path of ['/api/v1', '/apis/apps/v1', '/apis/rbac.authorization.k8s.io/v1']) {
      const resources = ((await client.get(path)).body.resources as Json[]).filter(
        ({ name, verbs }) => !name.includes('/') && verbs.includes('list'),
      );
      for (const { name, kind } of resources) {
        expect((await client.get(`${path}/${name}`)).body.kind).toBe(`${kind}List`);
      }
    }
  });
});
