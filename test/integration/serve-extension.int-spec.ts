import type { ApiServer } from '../../src/index.js';
import { eventually } from '../support/eventually.js';
import {
  type ExtendedCluster,
  GROUP,
  berth,
  berthsIn,
  startExtendedCluster,
  startExtension,
} from '../support/extension-of-cluster.js';
import type { TestServer } from '../support/start-test-server.js';
import { TestClient } from '../support/test-client.js';

let cluster: ExtendedCluster;
let front: TestServer;
let extension: ApiServer;
let account: ExtendedCluster['account'];

beforeAll(async () => {
  cluster = await startExtendedCluster({ tokens: ['eve-token,eve,2', 'pat-token,pat,3,"harbor-masters"'] });
  ({ front, extension, account } = cluster);
  await front.client.post('/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings', {
    metadata: { name: 'pat' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'harbor-masters' }],
  });
});

afterAll(() => cluster.close());

/** A client that asks the extension server itself. */
function direct(token: string): TestClient {
  return new TestClient({ url: extension.url, ca: extension.certificateAuthority, token });
}

describe('an extension server of a cluster', () => {
  it('serves the groups of its plugins alone', async () => {
    const { body } = await direct('admin-token').get('/apis');
    expect(body.groups.map(({ name }: { name: string }) => name)).toEqual([GROUP]);
    expect((await direct('admin-token').get('/api')).status).toBe(404);
    expect((await direct('admin-token').get('/api/v1/namespaces')).status).toBe(404);
    expect((await direct('admin-token').get('/openid/v1/jwks')).status).toBe(404);
    const { paths } = (await direct('admin-token').get('/')).body;
    expect(paths).toContain(`/apis/${GROUP}/v1`);
    expect(
      paths.filter((path: string) => /^\/(api|openid|.well-known)/.test(path) && !path.startsWith('/apis')),
    ).toEqual([]);
    const documents = (await direct('admin-token').get('/openapi/v3')).body.paths;
    expect(Object.keys(documents)).toContain(`apis/${GROUP}/v1`);
    expect(Object.keys(documents).filter((path) => path === 'api' || path.startsWith('openid'))).toEqual([]);
  });

  it('is reached through the cluster by the authority that it has published', async () => {
    expect((await front.client.post(berthsIn('default'), berth('north'))).status).toBe(201);
    expect((await front.client.get(`${berthsIn('default')}/north`)).body.spec.size.lengthMeters).toBe(100);
    const { spec } = (await front.client.get(`/apis/apiregistration.k8s.io/v1/apiservices/v1.${GROUP}`)).body;
    expect(Buffer.from(spec.caBundle as string, 'base64').toString()).toBe(extension.certificateAuthority);
    expect(spec.insecureSkipTLSVerify).toBeUndefined();
  });

  it('restores the published authority when a client replaces it', async () => {
    const path = `/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.${GROUP}`;
    const changed = { spec: { insecureSkipTLSVerify: true, caBundle: null } };
    expect((await front.client.patch(path, 'merge-patch', changed)).status).toBe(200);
    await eventually(async () => {
      const { caBundle, insecureSkipTLSVerify } = (await front.client.get(path)).body.spec;
      expect(insecureSkipTLSVerify).toBeUndefined();
      expect(Buffer.from((caBundle ?? '') as string, 'base64').toString()).toBe(extension.certificateAuthority);
    });
  });

  it('lets the cluster decide who may do what, and knows who asks', async () => {
    const eve = front.connect('eve-token');
    const pat = front.connect('pat-token');
    expect((await eve.get(berthsIn('default'))).body.message).toBe(
      'berths.harbor.example.com is forbidden: User "eve" cannot list resource "berths" in API group "harbor.example.com" in the namespace "default"',
    );
    expect((await pat.post(berthsIn('default'), berth('pier'))).status).toBe(201);
    expect((await pat.get(berthsIn('kube-system'))).status).toBe(403);
    const { body } = await direct('pat-token').get(berthsIn('kube-system'));
    expect(body.message).toContain('User "pat" cannot list resource "berths"');
    expect((await direct('pat-token').get(berthsIn('default'))).status).toBe(200);
  });

  it('takes tokens that the cluster reviews, and refuses others', async () => {
    expect((await direct('wrong').get('/apis')).status).toBe(401);
    expect((await direct('').get('/apis')).body.message).toContain('User "system:anonymous" cannot get path "/apis"');
    expect((await direct('').get('/readyz')).status).toBe(200);
    expect((await direct('').get('/livez')).status).toBe(200);
  });

  it('asks the cluster for all paths but those that everybody may read', async () => {
    // The authority of the first stays published.
    const settings = { alwaysAllowedPaths: ['/metrics*'], publishesAuthority: false };
    const other = await startExtension(account.path, { cluster: settings });
    const statusOf = async ({ url, certificateAuthority: ca }: ApiServer): Promise<number> =>
      (await new TestClient({ url, ca }).get('/metrics')).status;
    expect([await statusOf(extension), await statusOf(other)]).toEqual([403, 200]);
    await other.close();
  });

  it('believes the user headers of the front alone', async () => {
    const { status } = await direct('eve-token').request('GET', berthsIn('default'), {
      headers: { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' },
    });
    expect(status).toBe(403);
  });
});

describe('the namespaces of the cluster', () => {
  it('have to be there, also when they were made a moment ago', async () => {
    const missing = await front.client.post(berthsIn('nowhere'), berth('one'));
    expect([missing.status, missing.body.message]).toEqual([404, 'namespaces "nowhere" not found']);
    for (let i = 0; i < 5; i++) {
      await front.client.post('/api/v1/namespaces', { metadata: { name: `dock-${i}` } });
      expect((await front.client.post(berthsIn(`dock-${i}`), berth('one'))).status).toBe(201);
    }
  });

  it('take nothing in while they are deleted, and are emptied', async () => {
    const path = '/api/v1/namespaces/dock-0';
    const held = berth('held', { finalizers: ['example.com/wait'] });
    expect((await front.client.post(berthsIn('dock-0'), held)).status).toBe(201);
    await front.client.delete(path);
    await eventually(async () => {
      const { status, body } = await front.client.post(berthsIn('dock-0'), berth('late'));
      expect([status, body.message]).toEqual([
        403,
        'berths.harbor.example.com "late" is forbidden: unable to create new content in namespace dock-0 because it is being terminated',
      ]);
    });
    await eventually(async () => {
      const { items } = (await front.client.get(berthsIn('dock-0'))).body;
      expect(items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['held']);
    });
    await front.client.patch(`${berthsIn('dock-0')}/held`, 'merge-patch', { metadata: { finalizers: null } });
    await eventually(async () => expect((await front.client.get(path)).status).toBe(404));
  });
});
