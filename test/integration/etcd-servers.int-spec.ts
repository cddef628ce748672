import { StoredServerEndpoints } from '../../src/registry/index.js';
import { EtcdStorage, KubernetesValues } from '../../src/storage/etcd/index.js';
import { PlainValues, SoleLeadership } from '../../src/storage/index.js';
import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const ENDPOINTS = '/api/v1/namespaces/default/endpoints/kubernetes';
const LEASES = '/registry/masterleases/';

describeWithEtcd('servers on one etcd', () => {
  let etcd: EtcdProcess;

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
  });
  afterAll(async () => etcd.remove());

  const start = (advertiseAddress: string, endpointReconcilerType = 'lease'): Promise<TestServer> =>
    startTestServer({
      storage: { backend: 'etcd3' },
      etcd: { servers: [etcd.url] },
      serving: { advertiseAddress },
      network: { endpointReconcilerType },
    });

  const addressesAt = async ({ client }: TestServer): Promise<string[]> => {
    const { subsets = [] } = (await client.get(ENDPOINTS)).body;
    return subsets.flatMap(({ addresses }: { addresses: { ip: string }[] }) => addresses.map(({ ip }) => ip));
  };

  it('are all among the endpoints of the service, and leave them when they end', async () => {
    const first = await start('192.0.2.1');
    const second = await start('192.0.2.2');
    for (const server of [first, second]) {
      await eventually(async () => expect(await addressesAt(server)).toEqual(['192.0.2.1', '192.0.2.2']));
    }
    expect(await etcd.keys(LEASES)).toEqual([`${LEASES}192.0.2.1`, `${LEASES}192.0.2.2`]);
    // Each listens on its own port; they must not answer each other's writes.
    const version = async (): Promise<string> =>
      (await second.client.get(ENDPOINTS)).body.metadata.resourceVersion as string;
    const before = await version();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await version()).toBe(before);
    await first.close();
    await eventually(async () => expect(await addressesAt(second)).toEqual(['192.0.2.2']));
    expect(await etcd.keys(LEASES)).toEqual([`${LEASES}192.0.2.2`]);
    await second.close();
  });

  it('leave out one that has not renewed in time, which is stored as the reference stores it', async () => {
    const server = await start('192.0.2.4');
    const storage = await EtcdStorage.open(etcd.settings());
    const dead = new StoredServerEndpoints(
      storage,
      new KubernetesValues(new PlainValues(), '/registry'),
      new SoleLeadership(),
    );
    await dead.renew('192.0.2.2');
    await dead.renew('192.0.2.2');
    expect((await etcd.valueOf(`${LEASES}192.0.2.2`)).toString('base64')).toBe(
      'azhzAAoPCgJ2MRIJRW5kcG9pbnRzEiMKEAoAEgAaACIAKgAyADgCQgASDwoNCgkxOTIuMC4yLjIaABoAIgA=',
    );
    // They are looked at every ten seconds.
    await eventually(async () => expect(await addressesAt(server)).toEqual(['192.0.2.2', '192.0.2.4']));
    await etcd.expire(16);
    await eventually(async () => expect(await addressesAt(server)).toEqual(['192.0.2.4']));
    expect(await dead.list()).toEqual(['192.0.2.4']);
    await storage.close();
    await server.close();
  });

  it('write no endpoints where they are not to', async () => {
    const silent = await start('192.0.2.9', 'none');
    expect(await etcd.keys(LEASES)).toEqual([]);
    expect(await addressesAt(silent)).toEqual([]);
    await silent.close();
  });

  it('elect the one that runs the controllers of the cluster; another one goes on when it ends', async () => {
    const [first, second] = [await start('192.0.2.5'), await start('192.0.2.6')];
    const holder = async ({ client }: TestServer): Promise<string> =>
      (await client.get('/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/binnacle-controllers')).body.spec
        .holderIdentity as string;
    const held = await eventually(async () => {
      const identity = await holder(second);
      expect(identity).not.toBe('');
      return identity;
    });
    const works = async (server: TestServer, name: string): Promise<void> => {
      await server.client.post('/api/v1/namespaces', { metadata: { name } });
      await eventually(async () => {
        const path = `/api/v1/namespaces/${name}/configmaps/kube-root-ca.crt`;
        expect((await server.client.get(path)).status).toBe(200);
      });
    };
    await works(second, 'before');
    await first.close();
    await eventually(async () => expect(await holder(second)).not.toBe(''));
    await works(second, 'after');
    expect(await holder(second)).not.toBe(held);
    await second.close();
  });
});
