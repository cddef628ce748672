import { eventually } from '../support/eventually.js';
import { type ExtendedCluster, berth, berthsIn, startExtendedCluster } from '../support/extension-of-cluster.js';
import type { TestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const BERTHS = berthsIn('default');

let cluster: ExtendedCluster;
let front: TestServer;

beforeAll(async () => {
  cluster = await startExtendedCluster();
  ({ front } = cluster);
});

afterAll(() => cluster.close());

async function create(path: string, object: Json): Promise<Json> {
  const { status, text, body } = await front.client.post(path, object);
  if (status !== 201) throw new Error(text);
  return body;
}

const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: Json, more: object = {}): object => ({
  ownerReferences: [{ apiVersion, kind, name, uid, ...more }],
});
const gone = (path: string): Promise<void> =>
  eventually(async () => expect((await front.client.get(path)).status).toBe(404));

describe('the collector of the cluster', () => {
  it('deletes what an object of the extension server leaves behind', async () => {
    const owner = await create(BERTHS, berth('owner'));
    await create(CONFIG_MAPS, { metadata: { name: 'owned', ...ownedBy(owner) } });
    await create(BERTHS, berth('owned', ownedBy(owner)));
    expect((await front.client.delete(`${BERTHS}/owner`)).status).toBe(200);
    await gone(`${CONFIG_MAPS}/owned`);
    await gone(`${BERTHS}/owned`);
  });

  it('deletes what of the extension server an object of the cluster leaves behind', async () => {
    const owner = await create(CONFIG_MAPS, { metadata: { name: 'owner' } });
    await create(BERTHS, berth('owned', ownedBy({ apiVersion: 'v1', kind: 'ConfigMap', ...owner })));
    await front.client.delete(`${CONFIG_MAPS}/owner`);
    await gone(`${BERTHS}/owned`);
  });

  it('knows owners by every version of the extension server', async () => {
    const owner = { ...(await create(BERTHS, berth('owner'))), apiVersion: 'harbor.example.com/v1beta1' };
    await create(CONFIG_MAPS, { metadata: { name: 'owned', ...ownedBy(owner) } });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await front.client.get(`${CONFIG_MAPS}/owned`)).status).toBe(200);
    await front.client.delete(`${BERTHS}/owner`);
    await gone(`${CONFIG_MAPS}/owned`);
  });

  it('lets an owner of the extension server go after its dependents', async () => {
    const owner = await create(BERTHS, berth('owner'));
    const blocking = ownedBy(owner, { blockOwnerDeletion: true });
    await create(CONFIG_MAPS, { metadata: { name: 'owned', finalizers: ['example.com/wait'], ...blocking } });
    await front.client.delete(`${BERTHS}/owner`, { propagationPolicy: 'Foreground' });
    await eventually(async () => {
      expect((await front.client.get(`${CONFIG_MAPS}/owned`)).body.metadata.deletionTimestamp).toBeDefined();
    });
    expect((await front.client.get(`${BERTHS}/owner`)).body.metadata.finalizers).toEqual(['foregroundDeletion']);
    await front.client.patch(`${CONFIG_MAPS}/owned`, 'merge-patch', { metadata: { finalizers: null } });
    await gone(`${BERTHS}/owner`);
  });

  it('makes dependents forget an owner that leaves them', async () => {
    const owner = await create(CONFIG_MAPS, { metadata: { name: 'owner' } });
    await create(BERTHS, berth('orphan', ownedBy({ apiVersion: 'v1', kind: 'ConfigMap', ...owner })));
    await front.client.delete(`${CONFIG_MAPS}/owner`, { propagationPolicy: 'Orphan' });
    await gone(`${CONFIG_MAPS}/owner`);
    const { status, body } = await front.client.get(`${BERTHS}/orphan`);
    expect([status, body.metadata.ownerReferences]).toEqual([200, undefined]);
  });
});
