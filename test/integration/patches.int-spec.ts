import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const SERVICES = '/api/v1/namespaces/default/services';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function createMap(name: string, data: Json): Promise<string> {
  await server.client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  return `${MAPS}/${name}`;
}

async function createDeployment(name: string): Promise<string> {
  const labels = { app: name };
  const containers = [
    {
      name: 'web',
      image: 'web:1',
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
    },
    { name: 'side', image: 'side:1' },
  ];
  const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } };
  const { status } = await server.client.post(DEPLOYMENTS, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec,
  });
  expect(status).toBe(201);
  return `${DEPLOYMENTS}/${name}`;
}

/** The containers of an answer, with only what the tests set. */
function containersOf(deployment: Json): Json[] {
  return deployment.spec.template.spec.containers.map(({ name, image, env }: Json) => ({
    name,
    image,
    ...(env && { env }),
  })) as Json[];
}

const onTemplate = (spec: Json): Json => ({ spec: { template: { spec } } });

describe('JSON patch', () => {
  it('adds, replaces, moves, copies, tests and removes', async () => {
    const path = await createMap('json', { a: '1', b: '2', c: '3' });
    const answer = await server.client.patch(path, 'json-patch', [
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'replace', path: '/data/a', value: '10' },
      { op: 'add', path: '/data/new', value: 'x' },
      { op: 'move', from: '/data/b', path: '/data/d' },
      { op: 'copy', from: '/data/c', path: '/data/e' },
      { op: 'remove', path: '/data/c' },
      { op: 'add', path: '/metadata/annotations', value: {} },
      { op: 'add', path: '/metadata/annotations/example.com~1note', value: 'y' },
    ]);
    expect([answer.status, answer.body.data]).toEqual([200, { a: '10', d: '2', e: '3', new: 'x' }]);
    expect(answer.body.metadata.annotations).toEqual({ 'example.com/note': 'y' });
  });

  it.each<[string, object | string, number]>([
    ['a test that fails', [{ op: 'test', path: '/data/a', value: '2' }], 422],
    ['a member that is not there', [{ op: 'remove', path: '/data/none' }], 422],
    ['an operation nobody knows', [{ op: 'mend', path: '/data/a' }], 422],
    ['no list', { op: 'remove', path: '/data/a' }, 400],
    ['broken JSON', '[{"op":', 400],
  ])('changes nothing for %s', async (name, patch, status) => {
    const path = await createMap(`refused-${name.replace(/[^a-z]/gi, '').toLowerCase()}`, { a: '1' });
    const before = (await server.client.get(path)).body;
    const answer = await server.client.patch(path, 'json-patch', patch);
    expect([answer.status, answer.body.kind]).toEqual([status, 'Status']);
    expect((await server.client.get(path)).body).toEqual(before);
  });
});

describe('merge patch', () => {
  it('sets members, and takes away those that are null', async () => {
    const path = await createMap('merge', { a: '1', b: '2' });
    const answer = await server.client.patch(path, 'merge-patch', {
      data: { a: null, b: '20', c: '3' },
      metadata: { labels: { x: 'y' } },
    });
    expect([answer.status, answer.body.data, answer.body.metadata.labels]).toEqual([
      200,
      { b: '20', c: '3' },
      { x: 'y' },
    ]);
  });

  it('replaces lists as a whole', async () => {
    const path = await createDeployment('merged');
    const answer = await server.client.patch(
      path,
      'merge-patch',
      onTemplate({ containers: [{ name: 'only', image: 'only:1' }] }),
    );
    expect([answer.status, containersOf(answer.body)]).toEqual([200, [{ name: 'only', image: 'only:1' }]]);
  });

  it('answers Conflict for a resourceVersion that is not the current one', async () => {
    const path = await createMap('merge-stale', { a: '1' });
    const answer = await server.client.patch(path, 'merge-patch', {
      metadata: { resourceVersion: '1' },
      data: { a: '2' },
    });
    expect([answer.status, answer.body.reason]).toEqual([409, 'Conflict']);
  });

  it('loses no change of patches that run at once', async () => {
    const path = await createMap('merge-many', {});
    const keys = Array.from({ length: 20 }, (_, i) => `k${String(i).padStart(2, '0')}`);
    const answers = await Promise.all(
      keys.map((key) => server.client.patch(path, 'merge-patch', { data: { [key]: 'set' } })),
    );
    const accepted = keys.filter((_, i) => answers[i].status === 200);
    expect(accepted.length).toBeGreaterThan(0);
    expect(Object.keys((await server.client.get(path)).body.data)).toEqual(accepted);
  });

  it('refuses what it makes invalid', async () => {
    const path = await createDeployment('merge-invalid');
    const answer = await server.client.patch(path, 'merge-patch', { spec: { replicas: -1 } });
    expect(answer.status).toBe(422);
    expect(answer.body.details.causes).toEqual([
      expect.objectContaining({ field: 'spec.replicas', reason: 'FieldValueInvalid' }),
    ]);
  });
});

describe('strategic merge patch', () => {
  it('merges lists by their keys', async () => {
    const path = await createDeployment('strategic');
    const patch = onTemplate({
      containers: [
        {
          name: 'web',
          image: 'web:2',
          env: [
            { name: 'B', value: '3' },
            { name: 'C', value: '4' },
          ],
        },
      ],
    });
    const answer = await server.client.patch(path, 'strategic-merge-patch', patch);
    expect(answer.status).toBe(200);
    expect(containersOf(answer.body)).toEqual([
      {
        name: 'web',
        image: 'web:2',
        env: [
          { name: 'B', value: '3' },
          { name: 'C', value: '4' },
          { name: 'A', value: '1' },
        ].sort((a, b) => (a.name < b.name ? -1 : 1)),
      },
      { name: 'side', image: 'side:1' },
    ]);
  });

  it('follows the directives delete and replace', async () => {
    const path = await createDeployment('directives');
    const deleted = await server.client.patch(
      path,
      'strategic-merge-patch',
      onTemplate({ containers: [{ name: 'side', $patch: 'delete' }] }),
    );
    expect(containersOf(deleted.body).map(({ name }) => name)).toEqual(['web']);
    const replaced = await server.client.patch(
      path,
      'strategic-merge-patch',
      onTemplate({ containers: [{ $patch: 'replace' }, { name: 'one', image: 'one:1' }] }),
    );
    expect(containersOf(replaced.body)).toEqual([{ name: 'one', image: 'one:1' }]);
  });

  it('puts lists in the requested order', async () => {
    const path = await createDeployment('ordered');
    const patch = onTemplate({
      '$setElementOrder/containers': [{ name: 'side' }, { name: 'web' }],
      containers: [{ name: 'side', image: 'side:2' }],
    });
    const answer = await server.client.patch(path, 'strategic-merge-patch', patch);
    expect(containersOf(answer.body).map(({ image }) => image)).toEqual(['side:2', 'web:1']);
  });

  it('takes ports of services by their number', async () => {
    const ports = [
      { name: 'http', port: 80 },
      { name: 'https', port: 443 },
    ];
    const made = await server.client.post(SERVICES, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'ports' },
      spec: { ports },
    });
    const answer = await server.client.patch(`${SERVICES}/ports`, 'strategic-merge-patch', {
      spec: { ports: [{ port: 443, targetPort: 8443 }] },
    });
    expect(answer.body.spec.ports.map(({ name, port, targetPort }: Json) => [name, port, targetPort])).toEqual([
      ['http', 80, 80],
      ['https', 443, 8443],
    ]);
    expect(answer.body.spec.clusterIP).toBe(made.body.spec.clusterIP);
  });
});

describe('patches of any kind', () => {
  it('answers 415 for a media type that is no patch', async () => {
    const path = await createMap('media', { a: '1' });
    const answer = await server.request('PATCH', path, { body: {}, headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.body.reason]).toEqual([415, 'UnsupportedMediaType']);
  });

  it.each(['json-patch', 'merge-patch', 'strategic-merge-patch'])(
    'answers NotFound for a %s of nothing',
    async (type) => {
      const answer = await server.client.patch(`${MAPS}/nothing`, type, type === 'json-patch' ? [] : {});
      expect([answer.status, answer.body.reason]).toEqual([404, 'NotFound']);
    },
  );
});
