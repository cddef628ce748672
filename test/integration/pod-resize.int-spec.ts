import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const PODS = '/api/v1/namespaces/default/pods';

let server: TestServer;

afterEach(() => server.close());

const start = async (isOn: boolean): Promise<void> => {
  server = await startTestServer({
    api: { featureGates: { InPlacePodVerticalScaling: isOn } },
    admission: { disabledPlugins: ['ServiceAccount'] },
  });
  const requests = { cpu: '1', memory: '1Gi' };
  const spec = { containers: [{ name: 'a', image: 'i', resources: { requests } }] };
  const created = await server.client.post(PODS, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });
  expect(created.status).toBe(201);
};
const resize = (requests: Json) =>
  server.client.patch(`${PODS}/p/resize`, 'strategic-merge-patch', {
    spec: { containers: [{ name: 'a', image: 'other', resources: { requests } }] },
  });

describe('pods/resize', () => {
  it('is not there without its feature', async () => {
    await start(false);
    expect((await resize({ cpu: '2' })).status).toBe(404);
    const { resources } = (await server.client.get('/api/v1')).body;
    expect((resources as Json[]).map(({ name }) => name as string)).not.toContain('pods/resize');
  });

  it('changes what containers ask for and nothing else', async () => {
    await start(true);
    const { status, body } = await resize({ cpu: '1500m' });
    expect([status, body.spec.containers[0]]).toMatchObject([
      200,
      { image: 'i', resources: { requests: { cpu: '1500m', memory: '1Gi' } } },
    ]);
    expect(body.status.resize).toBe('Proposed');
    expect((await server.client.get(`${PODS}/p/resize`)).body.spec).toEqual(body.spec);
    const refused = await resize({ cpu: null });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining('spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed'),
    ]);
    const other = await server.client.patch(`${PODS}/p`, 'strategic-merge-patch', {
      spec: { containers: [{ name: 'a', resources: { requests: { cpu: '3' } } }] },
    });
    expect(other.status).toBe(422);
  });
});
