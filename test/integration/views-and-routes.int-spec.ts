import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

let server: TestServer;
const CONFIG_MAPS = '/api/v1/namespaces/views/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/views/deployments';
const as = (view: string): string => `application/json;as=${view};g=meta.k8s.io;v=v1`;

beforeAll(async () => {
  server = await startTestServer();
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'views' } });
});

afterAll(() => server.close());

function configMap(name: string, metadata: Json = {}): Json {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata } };
}

function get(path: string, accept: string): Promise<TestAnswer> {
  return server.request('GET', path, { headers: { accept } });
}

describe('views that cannot be made of an answer', () => {
  it.each([
    ['?includeObject=X', 'Table', 400, "must be 'Metadata', 'Object', 'None', or empty"],
    ['', 'PartialObjectMetadataList', 406, 'the requested object is not a list (*core.ConfigMap)'],
  ])('are refused after the object is stored (%s as %s)', async (query, view, status, message) => {
    const name = view.toLowerCase();
    const answer = await server.request('POST', `${CONFIG_MAPS}${query}`, {
      body: configMap(name),
      headers: { accept: as(view) },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(message);
    expect((await server.client.get(`${CONFIG_MAPS}/${name}`)).status).toBe(200);
  });

  it('let a missing object be missing', async () => {
    expect((await get(`${CONFIG_MAPS}/none`, as('PartialObjectMetadataList'))).status).toBe(404);
  });

  it('end a watch with the first event, and refuse one for rows of no known sort', async () => {
    await server.client.post(CONFIG_MAPS, configMap('seen'));
    const ended = await get(`${CONFIG_MAPS}?watch=1&timeoutSeconds=30`, as('PartialObjectMetadataList'));
    expect([ended.status, ended.text]).toEqual([200, '']);
    expect((await get(`${CONFIG_MAPS}?watch=1&includeObject=X`, as('Table'))).status).toBe(400);
  });
});

describe('watch at the path of an object', () => {
  it('streams the events of that object alone', async () => {
    await server.client.post(CONFIG_MAPS, configMap('one'));
    await server.client.post(CONFIG_MAPS, configMap('one-more'));
    const { text } = await server.client.get(`${CONFIG_MAPS}/one?watch=1&timeoutSeconds=1`);
    const [event, ...others] = text.trim().split('\n');
    expect(JSON.parse(event)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'one' } } });
    expect(others).toEqual([]);
  });
});

describe('scale', () => {
  beforeAll(async () => {
    const labels = { app: 'web' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const spec = { replicas: 3, selector: { matchLabels: labels }, template };
    await server.client.post(DEPLOYMENTS, { metadata: { name: 'web' }, spec });
  });

  it('is shown as a table and as metadata', async () => {
    const { body: table } = await get(`${DEPLOYMENTS}/web/scale`, as('Table'));
    expect(table.columnDefinitions.map((c: Json) => c.name)).toEqual(['Name', 'Desired', 'Available', 'Age']);
    expect(table.rows[0].cells.slice(0, 3)).toEqual(['web', 3, 0]);
    const { body: partial } = await get(`${DEPLOYMENTS}/web/scale`, as('PartialObjectMetadata'));
    expect(partial).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'web' } });
  });

  it('is missing for a reader, its object for a writer', async () => {
    const scale = { metadata: { name: 'none' }, spec: { replicas: 1 } };
    const [read, written] = [
      await server.client.get(`${DEPLOYMENTS}/none/scale`),
      await server.client.put(`${DEPLOYMENTS}/none/scale`, scale),
    ];
    expect(read.body.message).toBe('deployments/scale.apps "none" not found');
    expect(written.body.message).toBe('deployments.apps "none" not found');
  });

  it('is no deployment', async () => {
    const answer = await server.client.put(`${DEPLOYMENTS}/web/scale`, { apiVersion: 'apps/v1', kind: 'Deployment' });
    expect(answer.body.message).toBe(
      'Deployment in version "v1" cannot be handled as a Scale: ' +
        'converting (v1.Deployment) to (autoscaling.Scale): unknown conversion',
    );
  });
});

describe('views of metadata', () => {
  it('leave out annotations that only clients of old versions need', async () => {
    const daemonSets = '/apis/apps/v1/namespaces/views/daemonsets';
    const labels = { app: 'd' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const metadata = { name: 'd', annotations: { own: 'x' } };
    await server.client.post(daemonSets, { metadata, spec: { selector: { matchLabels: labels }, template } });
    const { body: whole } = await server.client.get(`${daemonSets}/d`);
    expect(Object.keys(whole.metadata.annotations)).toHaveLength(2);
    const { body: partial } = await get(`${daemonSets}/d`, as('PartialObjectMetadata'));
    expect(partial.metadata.annotations).toEqual({ own: 'x' });
    const { body: table } = await get(daemonSets, as('Table'));
    expect(table.rows[0].object.metadata.annotations).toEqual({ own: 'x' });
  });
});

describe('routes', () => {
  const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews';
  const LOCAL = '/apis/authorization.k8s.io/v1';
  it.each([
    ['GET', REVIEWS, 405],
    ['DELETE', REVIEWS, 405],
    ['GET', `${REVIEWS}?watch=1`, 405],
    ['GET', `${REVIEWS}/x`, 404],
    ['PUT', `${REVIEWS}/x`, 404],
    ['GET', '/apis/authentication.k8s.io/v1/watch/tokenreviews', 404],
    ['GET', '/api/v1/watch/componentstatuses?watch=1', 404],
    ['POST', `${LOCAL}/localsubjectaccessreviews`, 404],
    ['GET', `${LOCAL}/namespaces/views/localsubjectaccessreviews`, 405],
    ['POST', '/api/v1/configmaps', 405],
    ['PUT', CONFIG_MAPS, 405],
    ['POST', `${CONFIG_MAPS}/x`, 405],
    ['POST', '/api/v1/watch/configmaps', 405],
    ['GET', '/api/v1/componentstatuses?watch=1', 405],
    ['PUT', '/api/v1/componentstatuses/x', 405],
    ['POST', '/api/v1/componentstatuses', 405],
  ])('%s %s answers %i', async (method, path, status) => {
    expect((await server.request(method, path, { body: {} })).status).toBe(status);
  });
});

describe('deletion', () => {
  it('takes preconditions from the query', async () => {
    await server.client.post(CONFIG_MAPS, configMap('pinned'));
    const stale = await server.client.delete(`${CONFIG_MAPS}/pinned?resourceVersion=1`);
    expect([stale.status, stale.body.reason]).toEqual([409, 'Conflict']);
    expect((await server.client.delete(`${CONFIG_MAPS}/pinned?uid=other`)).status).toBe(409);
    const { metadata } = (await server.client.get(`${CONFIG_MAPS}/pinned`)).body;
    expect((await server.client.delete(`${CONFIG_MAPS}/pinned?uid=${metadata.uid}`)).status).toBe(200);
  });

  it('of a collection answers with the objects as they were', async () => {
    await server.client.post(CONFIG_MAPS, configMap('held', { labels: { d: '1' }, finalizers: ['example.com/hold'] }));
    const { body } = await server.client.delete(`${CONFIG_MAPS}?labelSelector=d%3D1`);
    expect(body.items[0].metadata).not.toHaveProperty('deletionTimestamp');
    const { body: held } = await server.client.get(`${CONFIG_MAPS}/held`);
    expect(held.metadata).toHaveProperty('deletionTimestamp');
  });

  it('shows that a pod was given no time before it goes', async () => {
    const pods = '/api/v1/namespaces/views/pods';
    await server.client.post('/api/v1/namespaces/views/serviceaccounts', { metadata: { name: 'default' } });
    const spec = { containers: [{ name: 'c', image: 'i' }], automountServiceAccountToken: false };
    const { body: pod } = await server.client.post(pods, { metadata: { name: 'p' }, spec });
    await server.client.delete(`${pods}/p`);
    const { text } = await server.client.get(
      `${pods}?watch=1&timeoutSeconds=1&resourceVersion=${pod.metadata.resourceVersion}`,
    );
    const events = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    expect(events.map((e) => [e.type, e.object.metadata.deletionGracePeriodSeconds])).toEqual([
      ['MODIFIED', 0],
      ['DELETED', 0],
    ]);
  });
});
