import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const GROUP = '/apis/networking.k8s.io/v1beta1';
const SERVICES = '/api/v1/namespaces/default/services';
const GATE = 'MultiCIDRServiceAllocator';

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({
    api: { featureGates: { [GATE]: true }, runtimeConfig: { 'networking.k8s.io/v1beta1': 'true' } },
    network: { serviceClusterIpRanges: ['10.9.0.0/29'] },
    controllers: 'stepped',
  });
});

afterAll(() => server.close());

const create = (members: Json = {}): Promise<TestAnswer> =>
  server.client.post(SERVICES, { metadata: { name: `s${count++}` }, spec: { ports: [{ port: 80 }], ...members } });
const addresses = async (): Promise<string[]> =>
  ((await server.client.get(`${GROUP}/ipaddresses`)).body.items as Json[]).map(
    ({ metadata }) => metadata.name as string,
  );
const conditionOf = async (name: string): Promise<Json | undefined> =>
  (await server.client.get(`${GROUP}/servicecidrs/${name}`)).body.status?.conditions?.[0] as Json | undefined;

/** Runs controllers until a condition holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await server.stepControllers();
}

describe('ServiceCIDR and IPAddress', () => {
  it('stand for the range a cluster begins with, and the address of its own service', async () => {
    expect((await server.client.get(`${GROUP}/servicecidrs/kubernetes`)).body.spec).toEqual({ cidrs: ['10.9.0.0/29'] });
    expect(await conditionOf('kubernetes')).toMatchObject({ type: 'Ready', status: 'True' });
    expect((await server.client.get(`${GROUP}/ipaddresses/10.9.0.1`)).body).toMatchObject({
      metadata: {
        labels: {
          'ipaddress.kubernetes.io/ip-family': 'IPv4',
          'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
        },
      },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'kubernetes' } },
    });
  });

  it('come and go with the addresses of services', async () => {
    const { body } = await create({ clusterIP: '10.9.0.5' });
    expect(await addresses()).toContain('10.9.0.5');
    const path = `${SERVICES}/${body.metadata.name}`;
    expect((await create({ clusterIP: '10.9.0.5' })).status).toBe(422);
    expect(
      (await server.client.post(SERVICES, { metadata: { name: body.metadata.name }, spec: { ports: [{ port: 1 }] } }))
        .status,
    ).toBe(409);
    expect(await addresses()).toEqual(['10.9.0.1', '10.9.0.5']);
    const external = { spec: { type: 'ExternalName', externalName: 'x.test', clusterIP: '', clusterIPs: null } };
    expect((await server.client.patch(path, 'merge-patch', external)).status).toBe(200);
    expect(await addresses()).toEqual(['10.9.0.1']);
    await server.client.patch(path, 'merge-patch', { spec: { type: 'ClusterIP' } });
    expect(await addresses()).toHaveLength(2);
    await server.client.delete(path);
    expect(await addresses()).toEqual(['10.9.0.1']);
    expect(
      (
        await server.client.post(`${SERVICES}?dryRun=All`, {
          metadata: { name: 'dry' },
          spec: { ports: [{ port: 1 }] },
        })
      ).status,
    ).toBe(201);
    expect(await addresses()).toEqual(['10.9.0.1']);
  });

  it('do not assign addresses of other owners', async () => {
    const spec = { parentRef: { resource: 'gateways', group: 'example.com', name: 'g' } };
    for (const i of [2, 3, 4])
      await server.client.post(`${GROUP}/ipaddresses`, { metadata: { name: `10.9.0.${i}` }, spec });
    const asked = await create({ clusterIP: '10.9.0.3' });
    expect([asked.status, asked.body.message]).toEqual([
      422,
      expect.stringContaining('provided IP is already allocated'),
    ]);
    const taken = [await create(), await create()].map(({ body }) => body.spec.clusterIP as string);
    expect(taken.sort()).toEqual(['10.9.0.5', '10.9.0.6']);
    expect((await create()).status).toBe(500);
  });

  it('give services more ranges, which go when no service needs them', async () => {
    const more = { metadata: { name: 'more' }, spec: { cidrs: ['10.77.0.0/24'] } };
    expect((await server.client.post(`${GROUP}/servicecidrs`, more)).status).toBe(201);
    await until(async () => (await conditionOf('more'))?.status === 'True');
    const { body } = await create();
    expect(body.spec.clusterIP).toMatch(/^10\.77\.0\./);
    expect((await server.client.get(`${GROUP}/servicecidrs/more`)).body.metadata.finalizers).toEqual([
      'networking.k8s.io/service-cidr-finalizer',
    ]);
    await server.client.delete(`${GROUP}/servicecidrs/more`);
    await until(async () => (await conditionOf('more'))?.reason === 'Terminating');
    expect((await create()).status).toBe(500);
    await server.client.delete(`${SERVICES}/${body.metadata.name}`);
    await until(async () => (await server.client.get(`${GROUP}/servicecidrs/more`)).status === 404);
  });

  it('have the object of the first of them again when it was deleted', async () => {
    const path = `${GROUP}/servicecidrs/kubernetes`;
    const { uid } = (await server.client.get(path)).body.metadata as Json;
    await server.client.patch(path, 'merge-patch', { metadata: { finalizers: null } });
    await server.client.delete(path);
    await server.client.patch(path, 'merge-patch', { metadata: { finalizers: null } });
    await until(async () => {
      const { status, body } = await server.client.get(path);
      return status === 200 && body.metadata.uid !== uid;
    });
    expect((await server.client.get(path)).body.spec).toEqual({ cidrs: ['10.9.0.0/29'] });
  });
});

describe('without the gate', () => {
  it('no object stands for an address', async () => {
    const other = await startTestServer({ api: { runtimeConfig: { 'networking.k8s.io/v1beta1': 'true' } } });
    const kinds = (await other.client.get(GROUP)).status;
    await other.client.post(SERVICES, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } });
    expect((await other.client.get(`${GROUP}/ipaddresses`)).body.items).toEqual([]);
    expect([kinds, (await other.client.get(`${GROUP}/servicecidrs`)).body.items]).toEqual([200, []]);
    await other.close();
  });
});
