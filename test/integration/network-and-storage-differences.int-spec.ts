import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';
const INGRESSES = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';

let server: TestServer;
let count = 0;

beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());

const post = (path: string, members: Json): Promise<TestAnswer> =>
  server.client.post(path, { metadata: { name: `n${count++}` }, ...members });
const causesOf = ({ body }: TestAnswer): string[] =>
  (body.details.causes as Json[]).map(({ field, message }) => `${field}: ${message}`);

describe('endpoints of slices', () => {
  const sliceOf = (endpoint: Json): Promise<TestAnswer> =>
    post(SLICES, { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'], ...endpoint }] });

  it('contain node and zone in fields of their own [DIFF-EPS-01, DIFF-EPS-02]', async () => {
    const { body } = await sliceOf({ nodeName: 'n', zone: 'z' });
    expect(body.endpoints).toEqual([{ addresses: ['10.0.0.1'], conditions: {}, nodeName: 'n', zone: 'z' }]);
    const { body: other, headers } = await sliceOf({ topology: { 'kubernetes.io/hostname': 'n' } });
    expect(headers.warning).toContain('unknown field \\"endpoints[0].topology\\"');
    expect(other.endpoints[0].topology).toBeUndefined();
  });

  it('do not take the topology of earlier versions [DIFF-EPS-03]', async () => {
    const { status, headers, body } = await sliceOf({ deprecatedTopology: { a: 'b' } });
    expect([status, headers.warning, body.endpoints[0].deprecatedTopology]).toEqual([201, undefined, undefined]);
  });
});

describe('backends of ingresses', () => {
  const ruleOf = (entry: Json): Json => ({ spec: { rules: [{ http: { paths: [entry] } }] } });
  const path = { path: '/', pathType: 'Prefix' };

  it('have the default one under another name [DIFF-ING-01]', async () => {
    const backend = { serviceName: 's', servicePort: 80 };
    const answer = await post(INGRESSES, { spec: { backend } });
    expect(answer.headers.warning).toContain('unknown field \\"spec.backend\\"');
    expect(causesOf(answer)).toEqual([expect.stringMatching(/^spec: .*either `defaultBackend` or `rules` must be/)]);
  });

  it('name services in a member of their own [DIFF-ING-02]', async () => {
    const answer = await post(INGRESSES, ruleOf({ ...path, backend: { serviceName: 's', servicePort: 80 } }));
    expect(answer.headers.warning).toContain('unknown field \\"spec.rules[0].http.paths[0].backend.serviceName\\"');
    expect(causesOf(answer)).toEqual([
      'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
    ]);
  });

  it('have ports with a number or a name [DIFF-ING-03, DIFF-ING-04]', async () => {
    const backendOf = (port: Json): Json => ruleOf({ ...path, backend: { service: { name: 's', port } } });
    expect((await post(INGRESSES, backendOf({ number: 80 }))).status).toBe(201);
    expect((await post(INGRESSES, backendOf({ name: 'http' }))).status).toBe(201);
    expect(causesOf(await post(INGRESSES, backendOf({ number: 80, name: 'http' })))).toEqual([
      'spec.rules[0].http.paths[0].backend: Invalid value: "": cannot set both port name & port number',
    ]);
  });

  it('say how paths are compared [DIFF-ING-05]', async () => {
    const backend = { service: { name: 's', port: { number: 80 } } };
    expect(causesOf(await post(INGRESSES, ruleOf({ path: '/', backend })))).toEqual([
      'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified',
    ]);
    expect((await post(INGRESSES, ruleOf({ path: '/', pathType: 'Foo', backend }))).status).toBe(422);
  });
});
