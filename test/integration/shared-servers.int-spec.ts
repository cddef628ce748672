import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import { SharedStorage } from '../support/storage-shared.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const SERVICES = '/api/v1/namespaces/default/services';

let engine: SqliteStorage;
let servers: TestServer[];

beforeAll(async () => {
  engine = await SqliteStorage.open({ directory: ':memory:' });
  const start = (): Promise<TestServer> =>
    startTestServer({
      engine: { engine: async () => new SharedStorage(engine) },
      network: { serviceClusterIpRanges: ['10.0.0.0/26'] },
      // Each has its own authority, and would publish that one.
      extensions: { controllers: ['*', '-root-ca-certificate-publisher-controller'] },
    });
  servers = await Promise.all([start(), start()]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await engine.close();
});

const configMap = (name: string): Json => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const service = (name: string, spec: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { type: 'NodePort', ports: [{ port: 80 }], ...spec },
});

describe('two servers over one store', () => {
  it('show each other what they have written, at once [CAP-02]', async () => {
    for (let i = 0; i < 20; i++) {
      const [writer, reader] = i % 2 ? servers : servers.toReversed();
      await writer!.client.post(MAPS, configMap(`map-${i}`));
      expect((await reader!.client.get(`${MAPS}/map-${i}`)).status).toBe(200);
      const { items } = (await reader!.client.get(MAPS)).body;
      expect(items.map(({ metadata }: Json) => metadata.name)).toContain(`map-${i}`);
      await reader!.client.delete(`${MAPS}/map-${i}`);
      expect((await writer!.client.get(`${MAPS}/map-${i}`)).status).toBe(404);
    }
  });

  it('deliver the writes of the other to their watchers', async () => {
    const { metadata } = (await servers[0]!.client.get(MAPS)).body;
    const watch = await servers[0]!.client.watch(`${MAPS}?resourceVersion=${metadata.resourceVersion}`);
    await servers[1]!.client.post(MAPS, configMap('watched'));
    await servers[1]!.client.delete(`${MAPS}/watched`);
    const seen = await watch.names(2);
    watch.stop();
    expect(seen).toEqual(['ADDED watched', 'DELETED watched']);
  });

  it('refuse an update that is based on a state before that of the other one', async () => {
    const created = await servers[0]!.client.post(MAPS, configMap('contended'));
    await servers[1]!.client.patch(`${MAPS}/contended`, 'merge-patch', { data: { a: 'b' } });
    expect((await servers[0]!.client.put(`${MAPS}/contended`, created.body)).status).toBe(409);
  });

  it('go on with a list that the other one began', async () => {
    for (let i = 0; i < 4; i++) await servers[0]!.client.post(MAPS, configMap(`page-${i}`));
    const first = (await servers[0]!.client.get(`${MAPS}?limit=2`)).body;
    const rest = (await servers[1]!.client.get(`${MAPS}?continue=${first.metadata.continue}`)).body;
    const whole = (await servers[1]!.client.get(MAPS)).body;
    expect([...first.items, ...rest.items]).toEqual(whole.items);
  });

  it('never give an address or a node port to two services, and give out all there are', async () => {
    const taken = (await servers[0]!.client.get('/api/v1/services')).body.items.length;
    const wanted = 62 - taken;
    const created = await Promise.all(
      Array.from({ length: wanted }, (_, i) => servers[i % 2]!.client.post(SERVICES, service(`s-${i}`))),
    );
    expect(created.map(({ status }) => status)).toEqual(Array(wanted).fill(201));
    const { items } = (await servers[1]!.client.get('/api/v1/services')).body;
    expect(new Set(items.map(({ spec }: Json) => spec.clusterIP)).size).toBe(62);
    const nodePorts = items.flatMap(({ spec }: Json) => spec.ports.map(({ nodePort }: Json) => nodePort ?? []));
    expect(new Set(nodePorts.flat()).size).toBe(wanted);
    const full = await servers[0]!.client.post(SERVICES, service('too-many'));
    expect(full.body.message).toContain('range is full');
  });

  it('give an address to the one that asks after the other has freed it', async () => {
    const { clusterIP } = (await servers[0]!.client.get(`${SERVICES}/s-0`)).body.spec;
    const early = await servers[1]!.client.post(SERVICES, service('next', { clusterIP }));
    expect(early.body.message).toContain('provided IP is already allocated');
    await servers[0]!.client.delete(`${SERVICES}/s-0`);
    const late = await servers[1]!.client.post(SERVICES, service('next', { clusterIP }));
    expect(late.status).toBe(201);
  });
});
