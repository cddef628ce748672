import { DEFINITIONS, define } from '../support/custom-definitions.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const CORE = '/api/v1/namespaces/edges';
const FUTURE = '9999999999';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'edges' } });
});

afterAll(() => server.close());

const patch = (path: string, body: Json | Json[], type = 'merge-patch+json'): Promise<TestAnswer> =>
  server.client.request('PATCH', path, { body, headers: { 'content-type': `application/${type}` } });

describe('deletion of a namespace that is being deleted', () => {
  it('writes that no grace is left, once', async () => {
    const path = '/api/v1/namespaces/going';
    const metadata = { name: 'going', finalizers: ['example.com/hold'] };
    await server.client.post('/api/v1/namespaces', { metadata });
    await server.client.put(`${path}/finalize`, { metadata });
    const first = await server.client.delete(path);
    expect(first.body.metadata).not.toHaveProperty('deletionGracePeriodSeconds');
    const second = await server.client.delete(path);
    expect(second.body.metadata.deletionGracePeriodSeconds).toBe(0);
    expect(second.body.metadata.resourceVersion).not.toBe(first.body.metadata.resourceVersion);
    expect((await server.client.delete(path)).body.metadata).toEqual(second.body.metadata);
  });
});

describe('events', () => {
  // Dependents of events are not collected, so that a deletion takes the finalizer away.
  it('with the finalizer "orphan" are not deleted where their version is a precondition', async () => {
    const path = '/apis/events.k8s.io/v1/namespaces/edges/events';
    const { body: created } = await server.client.post(path, {
      ...{ metadata: { name: 'held', finalizers: ['orphan'] }, eventTime: '2024-01-01T00:00:00.000000Z' },
      ...{ reportingController: 'example.com/x', reportingInstance: 'i', action: 'a', reason: 'R', type: 'Normal' },
      regarding: { kind: 'Pod', name: 'p', namespace: 'edges' },
    });
    const { uid, resourceVersion } = created.metadata;
    const remove = (preconditions: Json): Promise<TestAnswer> =>
      server.client.request('DELETE', `${path}/held`, { body: { preconditions } });
    expect(await remove({ resourceVersion })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`Key: /registry/events/edges/held, ResourceVersion: 0`) },
    });
    expect((await remove({ uid })).status).toBe(200);
  });

  it.each(['/api/v1', '/apis/events.k8s.io/v1'])('of a future version below %s ask for no other try', async (root) => {
    const path = `${root}/namespaces/edges/events`;
    for (const request of [`${path}?resourceVersion=${FUTURE}`, `${path}/none?resourceVersion=${FUTURE}`]) {
      const { status, headers, body } = await server.client.get(request);
      expect([status, headers['retry-after'], body.details.retryAfterSeconds]).toEqual([504, undefined, undefined]);
    }
  });

  it('are checked by the rules of metadata once those of the event have passed', async () => {
    const causes = async (event: Json): Promise<string[]> => {
      const { body } = await server.client.post(`${CORE}/events`, event);
      return body.details.causes.map(({ field }: { field: string }) => field);
    };
    const involvedObject = { namespace: 'edges' };
    expect(await causes({})).toEqual(['involvedObject.namespace']);
    expect(await causes({ involvedObject })).toEqual(['metadata.name']);
    expect(await causes({ metadata: { name: 'a/b' }, involvedObject })).toEqual(['metadata.name']);
  });
});

describe('dry runs', () => {
  it.each(['A', '7', '0x1', '1.5'])('of a creation show the version that was sent: %s', async (resourceVersion) => {
    const { status, body } = await server.client.post(`${CORE}/configmaps?dryRun=All`, {
      metadata: { name: 'dry', resourceVersion },
    });
    expect([status, body.metadata.resourceVersion]).toEqual([201, resourceVersion]);
  });

  it('of a binding name the key without the prefix of the store', async () => {
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    await server.client.post(`${CORE}/pods`, { metadata: { name: 'bound' }, spec });
    const bind = async (query: string): Promise<string> => {
      const binding = { metadata: { name: 'bound', uid: 'x' }, target: { kind: 'Node', name: 'n' } };
      return (await server.client.post(`${CORE}/pods/bound/binding${query}`, binding)).body.message;
    };
    expect(await bind('?dryRun=All')).toContain('Key: /pods/edges/bound,');
    expect(await bind('')).toContain('Key: /registry/pods/edges/bound,');
  });
});

it('bookmarks of daemon sets have the annotation that their conversion writes', async () => {
  const query = 'watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan';
  const path = `/apis/apps/v1/namespaces/edges/daemonsets?${query}&timeoutSeconds=1`;
  const { text } = await server.client.get(path);
  const [bookmark] = text.split('\n').map((line) => (line === '' ? undefined : (JSON.parse(line) as Json)));
  expect(bookmark!.object.metadata.annotations).toMatchObject({
    'deprecated.daemonset.template.generation': '0',
    'k8s.io/initial-events-end': 'true',
  });
});

it('a patched object of another kind without a version is looked for among the internal kinds', async () => {
  const path = '/apis/coordination.k8s.io/v1/namespaces/edges/leases';
  await server.client.post(path, { metadata: { name: 'l' } });
  const { body } = await patch(`${path}/l`, { apiVersion: null, kind: 'b' });
  expect(body.message).toContain(
    'no kind "b" is registered for the internal version of group "coordination.k8s.io" in scheme',
  );
});

describe('custom resources', () => {
  const THINGS = '/apis/edges.example.com/v1/namespaces/edges/things';
  const definition = (spec: Json, version: Json = {}): Json => ({
    metadata: { name: 'things.edges.example.com' },
    spec: {
      group: 'edges.example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
          ...version,
        },
      ],
    },
  });

  beforeAll(async () => {
    const spec = {
      type: 'object',
      required: ['needed'],
      properties: { needed: { type: 'string' }, count: { 'x-kubernetes-preserve-unknown-fields': true } },
      'x-kubernetes-validations': [{ rule: 'has(self.needed)' }],
    };
    const scale = { specReplicasPath: '.spec.count', statusReplicasPath: '.status.count' };
    await define(server, definition(spec, { subresources: { status: {}, scale } }));
  });

  it('of the same members in another order are not written again', async () => {
    const thing = { apiVersion: 'edges.example.com/v1', kind: 'Thing', metadata: { name: 'o' }, spec: { needed: 'n' } };
    const applied = await patch(`${THINGS}/o?fieldManager=m`, thing, 'apply-patch+yaml');
    const patched = await patch(`${THINGS}/o`, [{ op: 'add', path: '/status', value: {} }], 'json-patch+json');
    expect([applied.status, patched.status]).toEqual([201, 200]);
    expect(patched.body.metadata.resourceVersion).toBe(applied.body.metadata.resourceVersion);
  });

  it('name faults of their scale before those of rules', async () => {
    const { body } = await server.client.post(THINGS, {
      apiVersion: 'edges.example.com/v1',
      kind: 'Thing',
      metadata: { name: 'faulty' },
      spec: { count: {} },
    });
    expect(body.details.causes.map(({ field }: { field: string }) => field)).toEqual([
      'spec.needed',
      '.spec.count',
      '<nil>',
    ]);
  });

  it('have no default beside a rule that does not compile', async () => {
    const rules = [{ rule: 'self.none' }];
    const { status, body } = await server.client.post(
      `${DEFINITIONS}?dryRun=All`,
      definition({ type: 'object', properties: {}, default: {}, 'x-kubernetes-validations': rules }),
    );
    const [cause] = body.details.causes as { field: string; message: string }[];
    expect([status, cause.field]).toEqual([422, 'spec.validation.openAPIV3Schema.properties[spec].default']);
    expect(cause.message).toMatch(/^Invalid value: "object": rule compile error: compilation failed: ERROR: .*'none'/);
  });

  it.each([
    ['dependencies', {}],
    ['$ref', ''],
    ['additionalItems', {}],
  ])('have no schema with %s, even an empty one', async (name, value) => {
    const answer = await server.client.post(`${DEFINITIONS}?dryRun=All`, definition({ type: 'object', [name]: value }));
    expect(answer.body.message).toContain(`properties[spec].${name}: Forbidden: ${name} is not supported`);
  });
});

describe('a watch from the first revision of a young store', () => {
  it('is sent what was added, unless a client has written to the resource', async () => {
    const young = await startTestServer();
    const typesOf = async (path: string): Promise<string[]> => {
      const { text } = await young.client.get(`${path}?watch=true&resourceVersion=1&timeoutSeconds=1`);
      const lines = text.split('\n').filter((line) => line !== '');
      const types = new Set(lines.map((line) => (JSON.parse(line) as Json).type as string));
      // Roles are aggregated after they were added.
      types.delete('MODIFIED');
      return [...types];
    };
    const [maps, roles, deployments, secrets] = [
      '/api/v1/namespaces/kube-system/configmaps',
      '/apis/rbac.authorization.k8s.io/v1/clusterroles',
      '/apis/apps/v1/deployments',
      '/api/v1/secrets',
    ];
    const all = (): Promise<string[][]> => Promise.all([maps, roles, deployments, secrets].map(typesOf));
    expect(await all()).toEqual([['ADDED'], ['ADDED'], [], []]);
    await young.client.post('/api/v1/namespaces/default/secrets', { metadata: { name: 's' } });
    expect(await all()).toEqual([['ADDED'], ['ADDED'], [], ['ERROR']]);
    await young.close();
  });
});
