import { ApiGroupPlugin, type PluginRoles } from '../../src/plugin-api/index.js';
import { HarborPlugin } from '../../plugins/example/index.js';
import { berthKind } from '../../plugins/example/berth/berth.kind.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const GROUP = 'harbor.example.com';
const BERTHS = `/apis/${GROUP}/v1/namespaces/default/berths`;
const ROLES: PluginRoles = {
  view: true,
  edit: true,
  admin: [{ resources: ['berths/status'], verbs: ['patch'] }],
  clusterRoles: [
    {
      name: 'pilot',
      rules: [{ resources: ['berths'], resourceNames: ['north'], verbs: ['get'] }],
      subjects: [
        { kind: 'Group', name: 'pilots' },
        { kind: 'ServiceAccount', namespace: 'default', name: 'tug' },
      ],
    },
  ],
};

@ApiGroupPlugin({ group: GROUP, versions: ['v1', 'v1beta1'], kinds: [berthKind], roles: ROLES })
class QuayPlugin {}

const LATE = { resources: ['boats'], verbs: ['get'] };

@ApiGroupPlugin({ group: 'late.example.com', versions: ['v1'], kinds: [], roles: { admin: [LATE] } })
class LatePlugin {}

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [QuayPlugin],
    tokens: ['v-token,view,2,""', 'e-token,edit,3,""', 'p-token,pete,4,"pilots"', 'n-token,nobody,5,""'],
  });
  await server.ready;
  for (const name of ['view', 'edit']) {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name };
    const subjects = [{ kind: 'User', name }];
    await server.client.post(`${RBAC}/clusterrolebindings`, { metadata: { name }, roleRef, subjects });
  }
});

afterAll(() => server.close());

const role = async (name: string): Promise<Json> => (await server.client.get(`${RBAC}/clusterroles/${name}`)).body;

describe('the roles of a plugin', () => {
  it('are cluster roles that are gathered into those of users', async () => {
    expect(await role(`${GROUP}:view`)).toMatchObject({
      metadata: {
        labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' },
        annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
      },
      rules: [
        { apiGroups: [GROUP], resources: ['berths', 'berths/scale', 'berths/status'], verbs: ['get', 'list', 'watch'] },
      ],
    });
    expect((await role(`${GROUP}:edit`)).rules).toEqual([
      {
        apiGroups: [GROUP],
        resources: ['berths', 'berths/scale'],
        verbs: ['create', 'delete', 'deletecollection', 'patch', 'update'],
      },
    ]);
    const patching = { apiGroups: [GROUP], resources: ['berths/status'], verbs: ['patch'] };
    await eventually(async () => expect((await role('admin')).rules).toContainEqual(patching));
    await eventually(async () => expect((await role('edit')).rules).toEqual(expect.any(Array)));
    expect((await role('edit')).rules).not.toContainEqual(patching);
  });

  it('give users what they declare', async () => {
    const as = (name: string) => server.connect(`${name}-token`);
    await eventually(async () => expect((await as('v').get(BERTHS)).status).toBe(200));
    expect((await as('v').delete(`${BERTHS}/north`)).status).toBe(403);
    const berth = { metadata: { name: 'north' }, spec: { size: { lengthMeters: 50 }, slots: 3 } };
    await eventually(async () => expect((await as('e').post(BERTHS, berth)).status).toBe(201));
    expect((await as('p').get(`${BERTHS}/north`)).status).toBe(200);
    expect((await as('p').get(BERTHS)).status).toBe(403);
    expect((await as('n').get(BERTHS)).status).toBe(403);
  });

  it('have bindings for those who have them everywhere', async () => {
    const { body } = await server.client.get(`${RBAC}/clusterrolebindings/${GROUP}:pilot`);
    expect(body).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: `${GROUP}:pilot` },
      subjects: [
        { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'pilots' },
        { kind: 'ServiceAccount', namespace: 'default', name: 'tug' },
      ],
    });
  });

  it('are stored when a plugin comes later, and stay when it goes', async () => {
    const rules = [{ ...LATE, apiGroups: ['late.example.com'] }];
    await server.install(LatePlugin);
    await eventually(async () => expect((await role('late.example.com:admin')).rules).toEqual(rules));
    await server.uninstall(LatePlugin);
    expect((await role('late.example.com:admin')).rules).toEqual(rules);
  });
});

describe('a plugin without roles', () => {
  it('gives nobody anything', async () => {
    const other = await startTestServer({ plugins: [HarborPlugin] });
    await other.ready;
    const { text } = await other.client.get(`${RBAC}/clusterroles`);
    expect(text).not.toContain(GROUP);
    await other.close();
  });
});
