import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { eventually as eventuallyPassing } from '../support/eventually.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import { eventually } from '../support/storage-recorder.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const ENDPOINTS = '/api/v1/namespaces/default/endpoints/kubernetes';

describeWithPostgres('a server on PostgreSQL', () => {
  let postgres: PostgresProcess;
  let schema: string;
  const servers: TestServer[] = [];

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });
  beforeEach(() => {
    schema = postgres.newSchema();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  afterAll(async () => postgres.remove());

  const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
    const server = await startTestServer({
      postgres: { url: postgres.url, schema, statementTimeout: 2000 },
      ...options,
      storage: { backend: 'postgres', ...options.storage },
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
    expect((await client.put(`${MAPS}/a`, { ...read.body, data: { k: '3' } })).status).toBe(409);
    const list = await client.get(
      `${MAPS}?resourceVersion=${read.body.metadata.resourceVersion}&resourceVersionMatch=Exact`,
    );
    expect(list.body.items.find((item: { metadata: { name: string } }) => item.metadata.name === 'a').data).toEqual({
      k: '1',
    });
    expect((await client.delete(`${MAPS}/a`)).status).toBe(200);
    expect((await client.get(`${MAPS}/a`)).status).toBe(404);
  });

  it('keeps its objects as SQLite stores do: canonical JSON under the same keys', async () => {
    const { client } = await start();
    await client.post(MAPS, configMap('stored', { k: 'v' }));
    const [row] = await postgres.query<{ value: Buffer }>(
      `SELECT value FROM ${schema}.record WHERE key = '/registry/configmaps/default/stored'`,
    );
    expect(JSON.parse(row!.value.toString())).toMatchObject({ kind: 'ConfigMap', data: { k: 'v' } });
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

  it('lists all servers as endpoints of the service, and forgets one that ends', async () => {
    const first = await start({ serving: { advertiseAddress: '192.0.2.1' } });
    const second = await start({ serving: { advertiseAddress: '192.0.2.2' } });
    const addresses = async (): Promise<string[]> => {
      const { subsets = [] } = (await second.client.get(ENDPOINTS)).body;
      return subsets.flatMap(({ addresses: all }: { addresses: { ip: string }[] }) => all.map(({ ip }) => ip));
    };
    await eventuallyPassing(async () => expect(await addresses()).toEqual(['192.0.2.1', '192.0.2.2']));
    await first.close();
    await eventuallyPassing(async () => expect(await addresses()).toEqual(['192.0.2.2']));
  });

  it('elects the server that runs the controllers of the cluster', async () => {
    await start();
    const { client } = await start();
    const lease = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/binnacle-controllers';
    await eventuallyPassing(async () => expect((await client.get(lease)).body.spec?.holderIdentity).toMatch(/./));
    await client.post('/api/v1/namespaces', { metadata: { name: 'one' } });
    const published = '/api/v1/namespaces/one/configmaps/kube-root-ca.crt';
    await eventuallyPassing(async () => expect((await client.get(published)).status).toBe(200));
  });

  it('lets events expire', async () => {
    const { client } = await start({ storage: { eventTtl: 3_600_000 } });
    const events = '/api/v1/namespaces/default/events';
    const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default' }, reason: 'r', type: 'Normal' };
    expect((await client.post(events, event)).status).toBe(201);
    await postgres.expire(schema, 4000);
    await eventually(async () => (await client.get(`${events}/e`)).status === 404, 'the expiry of the event');
  });

  it.each([
    ['is killed', () => postgres.kill(), () => postgres.resume()],
    [
      'is stopped',
      () => Promise.resolve(postgres.signal('SIGSTOP')),
      () => Promise.resolve(postgres.signal('SIGCONT')),
    ],
  ])('answers reads of old data and rejects writes in time while PostgreSQL %s', async (_name, stop, resume) => {
    const { client } = await start();
    await client.post(MAPS, configMap('before'));
    await client.get(MAPS);
    expect((await client.get('/readyz')).status).toBe(200);
    await stop();
    try {
      expect((await client.get(`${MAPS}/before?resourceVersion=0`)).status).toBe(200);
      const begun = Date.now();
      const write = await client.post(MAPS, configMap('meanwhile'));
      expect([500, 504]).toContain(write.status);
      expect(Date.now() - begun).toBeLessThan(30_000);
      expect([500, 504]).toContain((await client.get(MAPS)).status);
      expect((await client.get('/readyz')).status).toBe(500);
      expect((await client.get('/livez/etcd')).status).toBe(500);
    } finally {
      await resume();
    }
    await eventuallyPassing(async () => expect((await client.get('/readyz')).status).toBe(200));
    expect((await client.post(MAPS, configMap('after'))).status).toBe(201);
    expect((await client.get(`${MAPS}/after`)).status).toBe(200);
  });
});
