import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses';
const PODS = '/api/v1/namespaces/default/pods';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ controllers: 'stepped' });
  await server.stepControllers();
});

afterAll(() => server.close());

const classOf = (name: string, members: Json = {}): Json => ({ metadata: { name }, value: 7, ...members });

describe('priority classes', () => {
  it('has those of the system, which stay', async () => {
    const { body } = await server.client.get(CLASSES);
    const values = (body.items as Json[]).map(({ metadata, value }) => [metadata.name, value]);
    expect(values).toEqual([
      ['system-cluster-critical', 2_000_000_000],
      ['system-node-critical', 2_000_001_000],
    ]);
    const { status, body: refusal } = await server.client.delete(`${CLASSES}/system-node-critical`);
    expect([status, refusal.message]).toEqual([
      403,
      'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
    ]);
  });

  it('lets one be the default, and gives it to pods', async () => {
    expect((await server.client.post(CLASSES, classOf('usual', { globalDefault: true }))).status).toBe(201);
    const { status, body } = await server.client.post(CLASSES, classOf('other', { globalDefault: true }));
    expect([status, body.message]).toEqual([
      403,
      'priorityclasses.scheduling.k8s.io "other" is forbidden: PriorityClass usual is already marked as default. Only one default can exist',
    ]);
    const patched = await server.client.patch(`${CLASSES}/usual`, 'merge-patch', { description: 'still the default' });
    expect(patched.status).toBe(200);
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    const pod = await server.client.post(PODS, { metadata: { name: 'p' }, spec });
    expect(pod.body.spec).toMatchObject({ priorityClassName: 'usual', priority: 7 });
  });

  it('shows them as a table', async () => {
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const { body } = await server.request('GET', `${CLASSES}/system-node-critical`, { headers });
    const names = (body.columnDefinitions as Json[]).map(({ name }) => name as string);
    expect(names).toEqual(['Name', 'Value', 'Global-Default', 'Age', 'PreemptionPolicy']);
    expect((body.rows as Json[])[0].cells.slice(0, 3)).toEqual(['system-node-critical', 2_000_001_000, false]);
  });
});
