import { SELF_SIGNED_CA } from '../support/self-signed-ca.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const CORE = '/api/v1/namespaces';
const SERVICE = `${CORE}/default/services/kubernetes`;
const ENDPOINTS = `${CORE}/default/endpoints/kubernetes`;
const SLICE = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes';
const AUTHENTICATION = `${CORE}/kube-system/configmaps/extension-apiserver-authentication`;
const TRACKING = `${CORE}/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking`;
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const IDENTITY = { 'apiserver.kubernetes.io/identity': 'kube-apiserver' };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    controllers: 'stepped',
    extensions: { controllers: ['-*'] },
    serving: { advertiseAddress: '192.0.2.7' },
  });
  await server.stepControllers();
});

afterAll(() => server.close());

async function read(path: string): Promise<Json> {
  return (await server.client.get(path)).body;
}

describe('the service of the server itself', () => {
  it('has the address others reach it at, without any controller of --controllers', async () => {
    expect((await read(SERVICE)).spec).toMatchObject({ clusterIP: '10.0.0.1', ports: [{ port: 443 }] });
    expect((await read(ENDPOINTS)).subsets).toMatchObject([{ addresses: [{ ip: '192.0.2.7' }] }]);
  });

  it('belongs to the server, field by field', async () => {
    const { metadata } = await read(SERVICE);
    expect(metadata.managedFields).toMatchObject([
      {
        manager: 'kube-apiserver',
        operation: 'Update',
        apiVersion: 'v1',
        fieldsV1: { 'f:spec': { 'f:clusterIP': {} } },
      },
    ]);
  });

  it.each([SERVICE, ENDPOINTS, SLICE])('comes back when %s is deleted', async (path) => {
    expect((await server.client.delete(path)).status).toBe(200);
    await server.stepControllers();
    expect((await server.client.get(path)).status).toBe(200);
  });

  it('is restored when it was changed', async () => {
    const { ports } = (await read(SERVICE)).spec as Json;
    await server.client.patch(SERVICE, 'merge-patch', {
      spec: { ports: [{ port: 80 }] },
      metadata: { labels: { a: 'b' } },
    });
    await server.client.patch(ENDPOINTS, 'merge-patch', { subsets: null });
    await server.client.patch(SLICE, 'merge-patch', { endpoints: [], metadata: { labels: { a: 'b' } } });
    await server.stepControllers();
    const { spec, metadata } = await read(SERVICE);
    expect([spec.ports, metadata.labels.a]).toEqual([ports, 'b']);
    expect((await read(ENDPOINTS)).subsets).toHaveLength(1);
    const slice = await read(SLICE);
    expect([slice.endpoints.length, slice.metadata.labels.a]).toEqual([1, 'b']);
  });
});

describe('a slice of endpoints', () => {
  it('is recreated when it is of another family of addresses', async () => {
    await server.client.delete(SLICE);
    const [namespace, name] = ['default', 'kubernetes'];
    await server.client.post(`/apis/discovery.k8s.io/v1/namespaces/${namespace}/endpointslices`, {
      metadata: { name },
      addressType: 'FQDN',
      endpoints: [],
    });
    await server.stepControllers();
    expect((await read(SLICE)).addressType).toBe('IPv4');
  });
});

describe('what servers beside this one read', () => {
  it('is the authority of client certificates and that of its own front proxy, and stays so', async () => {
    const { data } = await read(AUTHENTICATION);
    expect(data).toEqual({
      'client-ca-file': server.certificateAuthority,
      'requestheader-allowed-names': '["front-proxy-client"]',
      'requestheader-client-ca-file': expect.stringMatching(
        /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/,
      ),
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-username-headers': '["X-Remote-User"]',
    });
    expect(data['requestheader-client-ca-file']).not.toBe(server.certificateAuthority);
    await server.client.patch(AUTHENTICATION, 'merge-patch', { data: { 'client-ca-file': 'nonsense' } });
    await server.stepControllers();
    expect((await read(AUTHENTICATION)).data).toEqual(data);
  });

  it('keeps the authorities of other servers over the same store', async () => {
    await server.client.patch(AUTHENTICATION, 'merge-patch', { data: { 'client-ca-file': SELF_SIGNED_CA } });
    await server.stepControllers();
    const bundle = `${SELF_SIGNED_CA}${server.certificateAuthority}`;
    expect((await read(AUTHENTICATION)).data).toMatchObject({ 'client-ca-file': bundle });
  });

  it('says since when the use of old tokens is noted', async () => {
    const { data } = await read(TRACKING);
    expect(data.since).toMatch(/^\d{4}-\d\d-\d\d$/);
    await server.client.patch(TRACKING, 'merge-patch', { data: { since: '2020-01-02' } });
    await server.stepControllers();
    expect((await read(TRACKING)).data).toEqual({ since: '2020-01-02' });
    await server.client.patch(TRACKING, 'merge-patch', { data: { since: 'long ago' } });
    await server.stepControllers();
    expect((await read(TRACKING)).data).toEqual(data);
  });
});

describe('the lease of the server', () => {
  const list = async (): Promise<Json[]> => (await read(LEASES)).items as Json[];

  it('contains its identity, and is renewed', async () => {
    const [lease] = await list();
    expect(lease.metadata).toMatchObject({ name: expect.stringMatching(/^apiserver-[a-z2-7]{26}$/), labels: IDENTITY });
    expect(lease.spec).toMatchObject({ leaseDurationSeconds: 3600 });
    await server.stepControllers();
    const [renewed] = await list();
    expect(renewed.spec.holderIdentity).toBe(lease.spec.holderIdentity);
    expect(Date.parse(renewed.spec.renewTime as string)).toBeGreaterThan(Date.parse(lease.spec.renewTime as string));
  });

  it('is the only one that is left of servers that have gone', async () => {
    const lease = (name: string, renewTime: string, labels: Json): Json => ({
      metadata: { name, labels },
      spec: { leaseDurationSeconds: 3600, renewTime },
    });
    const [now, earlier] = [new Date(), new Date(Date.now() - 7_200_000)].map((at) =>
      at.toISOString().replace('Z', '000Z'),
    );
    await server.client.post(LEASES, lease('apiserver-gone', earlier, IDENTITY));
    await server.client.post(LEASES, lease('apiserver-here', now, IDENTITY));
    await server.client.post(LEASES, lease('another', earlier, {}));
    await server.stepControllers();
    const names = (await list()).map(({ metadata }) => metadata.name as string);
    expect(names.filter((name) => !/^apiserver-[a-z2-7]{26}$/.test(name))).toEqual(['another', 'apiserver-here']);
  });
});
