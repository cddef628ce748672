import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import { eventually } from '../support/storage-recorder.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

describeWithEtcd('a server on etcd', () => {
  let etcd: EtcdProcess;
  const servers: TestServer[] = [];

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  afterAll(async () => etcd.remove());

  const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
    const server = await startTestServer({
      storage: { backend: 'etcd3' },
      etcd: { servers: [etcd.url] },
      ...options,
    });
    servers.push(server);
    return server;
  };
  const configMap = (name: string, data = {}): object => ({ metadata: { name }, data });

  it('creates, reads, updates, lists and deletes objects', async () => {
    const { client } = await start();
    const created = await client.post(MAPS, configMap('a', { k: '1' }));
    expect(created.status).toBe(201);
    const read = await client.get(`${MAPS}/a`);
    expect(read.body.data).toEqual({ k: '1' });
    const updated = await client.put(`${MAPS}/a`, { ...read.body, data: { k: '2' } });
    expect([updated.status, updated.body.data]).toEqual([200, { k: '2' }]);
    const stale = await client.put(`${MAPS}/a`, { ...read.body, data: { k: '3' } });
    expect(stale.status).toBe(409);
    const list = await client.get(MAPS);
    expect(list.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toContain('a');
    expect((await client.delete(`${MAPS}/a`)).status).toBe(200);
    expect((await client.get(`${MAPS}/a`)).status).toBe(404);
  });

  it('keeps its objects under the keys and in the form of the reference', async () => {
    const { client } = await start();
    await client.post(MAPS, configMap('stored'));
    const keys = await etcd.keys('/registry/');
    expect(keys).toContain('/registry/configmaps/default/stored');
    expect(keys).toContain('/registry/ranges/serviceips');
    const value = await etcd.valueOf('/registry/configmaps/default/stored');
    expect(value.toString('latin1', 0, 4)).toBe('k8s\0');
  });

  it('shows the writes of one server to reads and watches of another at once', async () => {
    const [first, second] = [await start(), await start()];
    const seen = await second.client.get(`${MAPS}?limit=1`);
    const from = seen.body.metadata.resourceVersion as string;
    for (let i = 0; i < 20; i++) {
      const { body } = await first.client.post(MAPS, configMap(`shared-${i}`));
      const read = await second.client.get(`${MAPS}/shared-${i}`);
      expect([read.status, read.body.metadata?.resourceVersion]).toEqual([200, body.metadata.resourceVersion]);
    }
    const watched = await second.client.get(`${MAPS}?watch=1&timeoutSeconds=1&resourceVersion=${from}`);
    const lines = watched.text.trim().split('\n');
    expect(lines.filter((line) => line.includes('"name":"shared-')).length).toBe(20);
  });

  it('lets events expire by a lease', async () => {
    const { client } = await start({ storage: { backend: 'etcd3', eventTtl: 3_600_000 } });
    const events = '/api/v1/namespaces/default/events';
    const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default' }, reason: 'r', type: 'Normal' };
    expect((await client.post(events, event)).status).toBe(201);
    await etcd.expire(4000);
    await eventually(async () => (await client.get(`${events}/e`)).status === 404, 'the expiry of the event');
  });

  it('answers reads of old data and rejects writes in time while etcd is away', async () => {
    const { client } = await start();
    await client.post(MAPS, configMap('before'));
    await client.get(MAPS);
    expect((await client.get('/readyz')).status).toBe(200);
    await etcd.stop();
    try {
      expect((await client.get(`${MAPS}/before?resourceVersion=0`)).status).toBe(200);
      const begun = Date.now();
      const write = await client.post(MAPS, configMap('meanwhile'));
      expect([500, 503, 504]).toContain(write.status);
      expect(Date.now() - begun).toBeLessThan(30_000);
      expect((await client.get('/readyz')).status).toBe(500);
      expect((await client.get('/livez/etcd')).status).toBe(500);
    } finally {
      await etcd.resume();
    }
    await eventually(async () => (await client.get('/readyz')).status === 200, 'readiness');
    expect((await client.post(MAPS, configMap('after'))).status).toBe(201);
    expect((await client.get(`${MAPS}/after`)).status).toBe(200);
  });
});
