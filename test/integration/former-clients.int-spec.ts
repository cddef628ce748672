import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';

describe.each([
  ['1.18', { parameters: [], v3: 404, kind: 'APIGroupList', deletes: false }],
  ['1.22', { parameters: [], v3: 404, kind: 'APIGroupList', deletes: false }],
  ['1.24', { parameters: ['fieldValidation'], v3: 200, kind: 'APIGroupList', deletes: false }],
  ['1.27', { parameters: ['fieldValidation'], v3: 200, kind: 'APIGroupDiscoveryList', deletes: false }],
  ['1.32', { parameters: ['fieldValidation'], v3: 200, kind: 'APIGroupDiscoveryList', deletes: true }],
])('What clients find out about a server of %s', (emulatedRelease, expected) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ api: { emulatedRelease } });
  });
  afterAll(() => server.close());

  it('is whether it validates fields: kubectl does so itself where patches do not name the parameter', async () => {
    const { paths } = (await server.client.get('/openapi/v2')).body as { paths: Record<string, Record<string, Json>> };
    const pod = paths['/api/v1/namespaces/{namespace}/pods/{name}'];
    const namesOf = ({ parameters }: Json): unknown[] => (parameters as Json[]).map(({ name }) => name);
    expect(namesOf(pod.patch).filter((name) => name === 'fieldValidation')).toEqual(expected.parameters);
    const unsafe = 'ignoreStoreReadErrorWithClusterBreakingPotential';
    expect(namesOf(pod.delete).includes(unsafe)).toBe(expected.deletes);
  });

  it('is whether there are OpenAPI documents of version 3, at their paths and in the list of paths', async () => {
    expect((await server.client.get('/openapi/v3')).status).toBe(expected.v3);
    expect((await server.client.get('/openapi/v3/api/v1')).status).toBe(expected.v3);
    const { paths } = (await server.client.get('/')).body as { paths: string[] };
    expect(paths.includes('/openapi/v3')).toBe(expected.v3 === 200);
  });

  it('is whether discovery is aggregated', async () => {
    const { body } = await server.request('GET', '/apis', { headers: { accept: AGGREGATED } });
    expect((body as Json).kind).toBe(expected.kind);
  });
});

it('A release without validation of fields by the server ignores the parameter, and does not warn', async () => {
  const server = await startTestServer({ api: { emulatedRelease: '1.20' } });
  const pod = {
    metadata: { name: 'a' },
    spec: { os: { name: 'linux' }, containers: [{ name: 'c', image: 'x' }] },
  };
  // Pods need the service account of their namespace, which a controller makes.
  await eventually(async () => {
    const { status, body, headers } = await server.client.post(
      '/api/v1/namespaces/default/pods?fieldValidation=Strict',
      pod,
    );
    expect([status, headers.warning]).toEqual([201, undefined]);
    expect(((body as Json).spec as Json).os).toBeUndefined();
  });
  await server.close();
});
