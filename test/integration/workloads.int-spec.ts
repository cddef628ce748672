import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const APPS = '/apis/apps/v1/namespaces/default';
const DEPLOYMENT = `${APPS}/deployments/web`;
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'img:1' }] } };
const spec = { selector: { matchLabels: { app: 'web' } }, template };
const workload = (kind: string): Json => ({ apiVersion: 'apps/v1', kind, metadata: { name: 'web' }, spec });
const view = (kind: string): { headers: { accept: string } } => ({
  headers: { accept: `application/json;as=${kind};g=meta.k8s.io;v=v1` },
});

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  for (const kind of ['DaemonSet', 'Deployment']) {
    const { status } = await server.client.post(`${APPS}/${kind.toLowerCase()}s`, workload(kind));
    expect(status).toBe(201);
  }
});

afterAll(() => server.close());

describe('views of workloads', () => {
  it('show a daemon set without the annotation that only versions have', async () => {
    const path = `${APPS}/daemonsets/web`;
    const name = ['metadata', 'annotations', 'deprecated.daemonset.template.generation'];
    expect((await server.request('GET', path)).body).toHaveProperty(name, '1');
    expect((await server.request('GET', path, view('PartialObjectMetadata'))).body).not.toHaveProperty(name);
    expect((await server.request('GET', path, view('Table'))).body.rows[0].object).not.toHaveProperty(name);
  });

  it('show a scale as a table', async () => {
    const { body } = await server.request('GET', `${DEPLOYMENT}/scale`, view('Table'));
    expect(body.rows[0].cells.slice(0, 3)).toEqual(['web', 1, 0]);
  });
});

describe('a scale', () => {
  it.each([
    ['GET', 'deployments/scale.apps "none" not found'],
    ['PUT', 'deployments.apps "none" not found'],
  ])('that is missing is called by another name by a %s', async (method, message) => {
    const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'none' }, spec: { replicas: 1 } };
    const sent = method === 'GET' ? {} : { body };
    expect((await server.request(method, `${APPS}/deployments/none/scale`, sent)).body.message).toBe(message);
  });

  it('is no deployment', async () => {
    const { body } = await server.request('PUT', `${DEPLOYMENT}/scale`, { body: workload('Deployment') });
    expect(body.message).toMatch(/: converting \(v1.Deployment\) to \(autoscaling.Scale\): unknown conversion$/);
  });
});

describe('a body of another kind', () => {
  it.each([
    ['autoscaling/v1', 'Scale', 'converting (v1.Scale) to (apps.Deployment): unknown conversion'],
    [
      'authentication.k8s.io/v1',
      'TokenRequest',
      'converting (v1.TokenRequest) to (apps.Deployment): unknown conversion',
    ],
    ['apps/v1', 'TokenRequest', 'no kind "TokenRequest" is registered for version "apps/v1" in scheme'],
  ])('is refused: %s %s', async (apiVersion, kind, message) => {
    const { body } = await server.client.post(`${APPS}/deployments`, { ...workload(kind), apiVersion });
    expect(body.message).toContain(message);
  });
});

describe('a body of a former version', () => {
  it.each([
    ['apps/v1beta1', 'the API version in the data (apps/v1beta1) does not match the expected API version (apps/v1)'],
    ['apps/v1alpha1', expect.stringContaining('no kind "Deployment" is registered for version "apps/v1alpha1"')],
  ])('is refused as one: %s', async (apiVersion, message) => {
    const { status, body } = await server.client.post(`${APPS}/deployments`, { ...workload('Deployment'), apiVersion });
    expect([status, body.message]).toEqual([400, message]);
  });
});

describe('an annotation that stands for a number', () => {
  it('makes a body unreadable when it holds something else', async () => {
    const annotations = { 'deprecated.daemonset.template.generation': 'many' };
    const body = { ...workload('DaemonSet'), metadata: { name: 'other', annotations } };
    const answer = await server.client.post(`${APPS}/daemonsets`, body);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing "many": invalid syntax',
    ]);
  });
});

describe('an update without a version', () => {
  it('is refused in the name of the resource where a version is needed', async () => {
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'held' } };
    const path = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    await server.client.post(path, lease);
    const { status, body } = await server.request('PUT', `${path}/held`, { body: lease });
    expect([status, body.message, body.details.kind]).toEqual([
      422,
      'leases.coordination.k8s.io "held" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
      'leases',
    ]);
  });
});
