import { EtcdCluster } from '../support/etcd-cluster.js';
import { describeWithEtcd } from '../support/etcd.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

describeWithEtcd('servers on an etcd cluster whose members lose one another', () => {
  let cluster: EtcdCluster;
  /** Knows one member only. */
  let bound: TestServer;
  /** Knows all members, and is on the same one. */
  let free: TestServer;

  const start = (servers: readonly string[]): Promise<TestServer> =>
    startTestServer({ storage: { backend: 'etcd3' }, etcd: { servers: [...servers] } });

  beforeEach(async () => {
    cluster = await EtcdCluster.start();
    bound = await start(cluster.urls.slice(0, 1));
    free = await start(cluster.urls);
  });
  afterEach(async () => {
    cluster.network.heal();
    await Promise.all([bound.close(), free.close()]);
    await cluster.remove();
  });

  it.each(['cut', 'hold'] as const)(
    'fail on a member that is alone, and answer by another one if they know any (%s)',
    async (how) => {
      // The members have only met through the proxies.
      expect(cluster.network.senders).toEqual([2, 2, 2]);
      const metadata = { name: how };
      const path = `${MAPS}/${how}`;
      expect((await bound.client.post(MAPS, { metadata, data: { value: 'old' } })).status).toBe(201);

      cluster.network.isolate(0, how);
      // The members that are left may have to elect a leader first.
      await eventually(async () => expect((await free.client.get(path)).body.data).toEqual({ value: 'old' }));
      const { resourceVersion } = await eventually(async () => {
        const answer = await free.client.put(path, { metadata, data: { value: 'new' } });
        expect(answer.status).toBe(200);
        return answer.body.metadata;
      });
      const refused = await Promise.all([
        bound.client.get(`${path}?timeout=3s`),
        bound.client.get(`${MAPS}?timeout=3s`),
        bound.client.post(`${MAPS}?timeout=3s`, { metadata: { name: `${how}-lost` } }),
      ]);
      for (const { status } of refused) expect([500, 504]).toContain(status);
      // Such reads may be of any age.
      expect((await bound.client.get(`${path}?resourceVersion=0`)).body.data).toEqual({ value: 'old' });
      expect((await free.client.get(path)).body.data).toEqual({ value: 'new' });

      cluster.network.heal();
      await eventually(async () => {
        const { body } = await bound.client.get(path);
        expect([body.data, body.metadata.resourceVersion]).toEqual([{ value: 'new' }, resourceVersion]);
      });
    },
  );

  it('go on by other members, watches too, when one stops answering', async () => {
    const metadata = { name: 'frozen' };
    await free.client.post(MAPS, { metadata, data: { value: 'old' } });
    cluster.signal(0, 'SIGSTOP');
    await eventually(async () => {
      const answer = await free.client.put(`${MAPS}/frozen`, { metadata, data: { value: 'new' } });
      expect(answer.status).toBe(200);
    });
    // A read waits until the watch has come so far: on the member that does not answer it would wait for keepalives.
    await eventually(async () => expect((await free.client.get(`${MAPS}/frozen`)).body.data).toEqual({ value: 'new' }));
    cluster.signal(0, 'SIGCONT');
  });
});
