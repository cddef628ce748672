import { type Operation, RbacOracle, type Rule, ruleAllows, type Subject } from '../support/rbac-oracle.js';
import { pathRoutes, resourceRoutes, type ServedRoute } from '../support/served-routes.js';
import { eventually } from '../support/storage-recorder.js';
import { startTestServer, type TestServer } from '../support/start-test-server.js';
import type { Json, TestClient } from '../support/test-client.js';

const NAMESPACE = 'default';
const NAME = 'a';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const AUTHENTICATED = 'system:authenticated';
const TOKENS = ['plain,plain,2', 'narrow,narrow,3,"devs"', 'node,system:node:n1,4,"system:nodes"'];

/** A user that tries every path. */
interface Identity extends Subject {
  readonly name: string;
  readonly token: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let server: TestServer;
let client: TestClient;
let routes: ServedRoute[];
let oracle: RbacOracle;
let identities: Identity[];

beforeAll(async () => {
  server = await startTestServer({ tokens: TOKENS, authorization: { modes: ['Node', 'RBAC'] } });
  client = server.connect('');
  await grant();
  identities = await makeIdentities();
  oracle = new RbacOracle(await rbacObjects());
  routes = [
    ...(await resourceRoutes(server.client, { namespace: NAMESPACE, name: NAME })),
    ...(await pathRoutes(server.client)),
  ];
});

afterAll(() => server.close());

/** A narrow role in a namespace, some narrow rights everywhere, and the default role `view` for a service account. */
async function grant(): Promise<void> {
  const metadata = { name: 'narrow' };
  const inNamespace: Rule[] = [
    { verbs: ['get', 'update'], apiGroups: [''], resources: ['pods'], resourceNames: [NAME] },
    { verbs: ['list', 'watch'], apiGroups: [''], resources: ['configmaps'] },
    { verbs: ['delete'], apiGroups: [''], resources: ['secrets'], resourceNames: ['another'] },
    { verbs: ['*'], apiGroups: ['apps'], resources: ['*/scale'] },
  ];
  const everywhere: Rule[] = [
    { verbs: ['get'], nonResourceURLs: ['/metrics', '/logs/*'] },
    { verbs: ['patch'], apiGroups: [''], resources: ['nodes/status'] },
  ];
  const { client: admin } = server;
  await admin.post(`${RBAC}/namespaces/${NAMESPACE}/roles`, { metadata, rules: inNamespace });
  await admin.post(`${RBAC}/clusterroles`, { metadata, rules: everywhere });
  const user = [{ kind: 'User', name: 'narrow' }];
  const account = [{ kind: 'ServiceAccount', name: 'default', namespace: NAMESPACE }];
  await admin.post(`${RBAC}/namespaces/${NAMESPACE}/rolebindings`, {
    metadata,
    subjects: user,
    roleRef: { kind: 'Role', name: 'narrow' },
  });
  await admin.post(`${RBAC}/clusterrolebindings`, {
    metadata,
    subjects: user,
    roleRef: { kind: 'ClusterRole', name: 'narrow' },
  });
  const view = { metadata: { name: 'view' }, subjects: account, roleRef: { kind: 'ClusterRole', name: 'view' } };
  await admin.post(`${RBAC}/namespaces/${NAMESPACE}/rolebindings`, view);
}

async function makeIdentities(): Promise<Identity[]> {
  const { client: admin } = server;
  const accounts = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`;
  await eventually(async () => (await admin.get(`${accounts}/default`)).status === 200, 'the account is there');
  await eventually(
    async () => ((await admin.get(`${RBAC}/clusterroles/view`)).body.rules ?? []).length > 0,
    'view has rules',
  );
  const issued = await admin.post(`${accounts}/default/token`, { spec: {} });
  const accountGroups = ['system:serviceaccounts', `system:serviceaccounts:${NAMESPACE}`, AUTHENTICATED];
  return [
    { name: 'anonymous', user: 'system:anonymous', groups: ['system:unauthenticated'], token: '' },
    { name: 'a user without rights', user: 'plain', groups: [AUTHENTICATED], token: 'plain' },
    { name: 'a narrow role', user: 'narrow', groups: ['devs', AUTHENTICATED], token: 'narrow' },
    {
      name: 'a service account',
      user: `system:serviceaccount:${NAMESPACE}:default`,
      groups: accountGroups,
      token: String(issued.body.status.token),
    },
    {
      name: 'an impersonated user',
      user: 'narrow',
      groups: [AUTHENTICATED],
      token: 'admin-token',
      headers: { 'impersonate-user': 'narrow' },
    },
  ];
}

async function rbacObjects(): Promise<
  Record<'roles' | 'clusterroles' | 'rolebindings' | 'clusterrolebindings', Json[]>
> {
  const list = async (resource: string): Promise<Json[]> =>
    (await server.client.get(`${RBAC}/${resource}`)).body.items as Json[];
  return {
    roles: await list('roles'),
    clusterroles: await list('clusterroles'),
    rolebindings: await list('rolebindings'),
    clusterrolebindings: await list('clusterrolebindings'),
  };
}

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly identity: Identity;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of an attempt. Bodies are invalid objects, so that an allowed attempt has no effect. */
async function attempt({ method, path, identity, headers }: Attempt): Promise<{ status: number; isRefused: boolean }> {
  const isRead = method === 'GET' || method === 'HEAD';
  const sent = {
    ...identity.headers,
    ...headers,
    ...(method === 'PATCH' && { 'content-type': 'application/merge-patch+json' }),
  };
  const response = await client.open(method, path, {
    token: identity.token,
    headers: sent,
    ...(!isRead && { body: '{' }),
  });
  const status = response.statusCode ?? 0;
  if (status !== 403 || method === 'HEAD') {
    // Open watches have no end to wait for.
    if (path.includes('watch')) response.destroy();
    else response.resume();
    return { status, isRefused: status === 403 };
  }
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status, isRefused: / cannot \S+ (resource|path) /.test(text) };
}

/** Does all of it, some at a time, and answers what came of those that `judge` has something against. */
async function tryAll(
  attempts: readonly Attempt[],
  judge: (attempt: Attempt, outcome: { status: number; isRefused: boolean }) => boolean,
): Promise<string[]> {
  const queue = attempts.values();
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    for (const each of queue) {
      const outcome = await attempt(each);
      if (judge(each, outcome)) faults.push(`${each.identity.name}: ${each.method} ${each.path}: ${outcome.status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return faults;
}

const isOpen = ({ status, isRefused }: { status: number; isRefused: boolean }): boolean => !isRefused && status !== 401;
const isGranted = ({ status }: { status: number }): boolean => status >= 200 && status < 300;

describe('the closed house', () => {
  it('has the doors that it shows', () => {
    expect(routes.length).toBeGreaterThan(250);
    expect(new Set(routes.map(({ path }) => path)).size).toBeGreaterThan(250);
  });

  it('opens to each who knocks what the rules open, and nothing else [AUTHZ-03, AUTHZ-10, AUTHZ-13]', async () => {
    const expected = new Map<Attempt, boolean>();
    for (const identity of identities) {
      for (const { path, operation } of routes) {
        for (const method of METHODS) {
          const query = method === 'GET' || method === 'HEAD' ? '' : '?dryRun=All';
          expected.set({ method, path: `${path}${query}`, identity }, oracle.allows(identity, operation(method)));
        }
      }
    }
    const faults = await tryAll([...expected.keys()], (each, outcome) => isOpen(outcome) !== expected.get(each));
    expect(faults).toEqual([]);
    const open = [...expected.values()].filter(Boolean).length;
    expect(open).toBeGreaterThan(100);
    expect(open).toBeLessThan(expected.size / 4);
  });

  it('opens watches to those who may watch [AZVERB-04]', async () => {
    const expected = new Map<Attempt, boolean>();
    for (const identity of identities) {
      for (const { path, operation } of routes.filter(({ isCollection }) => isCollection)) {
        const isAllowed = oracle.allows(identity, { ...operation('GET'), verb: 'watch' });
        for (const query of ['watch=1', 'watch=true&allowWatchBookmarks=true']) {
          expected.set({ method: 'GET', path: `${path}?${query}`, identity }, isAllowed);
        }
      }
    }
    const faults = await tryAll([...expected.keys()], (each, outcome) => isOpen(outcome) !== expected.get(each));
    expect(faults).toEqual([]);
  });

  it('opens to nodes no more than what nodes may, and nothing of pods that are not theirs [AZMODE-06]', async () => {
    const node: Identity = {
      name: 'a node',
      user: 'system:node:n1',
      groups: ['system:nodes', AUTHENTICATED],
      token: 'node',
    };
    const { rules } = (await server.client.get(`${RBAC}/clusterroles/system:node`)).body as { rules: Rule[] };
    const byPod = [
      'secrets',
      'configmaps',
      'persistentvolumeclaims',
      'persistentvolumes',
      'volumeattachments',
      'serviceaccounts',
    ];
    const mayBeOpen = (operation: Operation): boolean => {
      // Those of its own node, which a request that names none is taken to be about.
      if (oracle.allows(node, operation) || ('resource' in operation && operation.resource === 'resourceslices'))
        return true;
      return (
        'resource' in operation &&
        !byPod.includes(operation.resource) &&
        rules.some((rule) => ruleAllows(rule, operation))
      );
    };
    const asked = new Map<Attempt, Operation>();
    for (const { path, operation } of routes) {
      for (const method of METHODS) asked.set({ method, path, identity: node }, operation(method));
    }
    const faults = await tryAll([...asked.keys()], (each, outcome) => isOpen(outcome) && !mayBeOpen(asked.get(each)!));
    expect(faults).toEqual([]);
  });

  const encodeSome = (path: string): string =>
    path.replace(/[a-z](?=[^/]*$)/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const TRICKS: readonly (readonly [string, (path: string) => Omit<Attempt, 'identity'> | undefined])[] = [
    ['letters that are escaped', (path) => ({ method: 'GET', path: encodeSome(path) })],
    ['slashes that are escaped', (path) => ({ method: 'GET', path: `/${path.slice(1).replaceAll('/', '%2F')}` })],
    ['slashes that are doubled', (path) => ({ method: 'GET', path: path.replaceAll('/', '//') })],
    ['one slash too many in front', (path) => ({ method: 'GET', path: `/${path}` })],
    ['a slash behind', (path) => ({ method: 'GET', path: `${path}/` })],
    ['a way through an open door', (path) => ({ method: 'GET', path: `/healthz/..${path}` })],
    ['an escaped way through an open door', (path) => ({ method: 'GET', path: `/version/%2e%2e${path}` })],
    ['a step on the spot', (path) => ({ method: 'GET', path: path.replace(/\/(?=[^/]*$)/, '/./') })],
    ['an open door named behind', (path) => ({ method: 'GET', path: `${path}?/healthz` })],
    ['a parameter of the path', (path) => ({ method: 'GET', path: `${path};/healthz` })],
    ['a zero byte', (path) => ({ method: 'GET', path: `${path}%00/healthz` })],
    ['capital letters', (path) => ({ method: 'GET', path: path.toUpperCase() })],
    [
      'the former path of watches',
      (path) => ({ method: 'GET', path: path.replace(/^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\//, '$1/watch/') }),
    ],
    [
      'the former path of proxies',
      (path) => ({ method: 'GET', path: path.replace(/^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\//, '$1/proxy/') }),
    ],
    ['a subresource of its own making', (path) => ({ method: 'GET', path: `${path}/healthz` })],
    [
      'another method in a header',
      (path) => ({ method: 'GET', path, headers: { 'x-http-method-override': 'OPTIONS' } }),
    ],
    [
      'a name of an administrator in headers',
      (path) => ({ method: 'GET', path, headers: { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' } }),
    ],
    [
      'the rights of an administrator asked for',
      (path) => ({
        method: 'GET',
        path,
        headers: { 'impersonate-user': 'admin', 'impersonate-group': 'system:masters' },
      }),
    ],
    [
      'another path in headers',
      (path) => ({
        method: 'GET',
        path: '/healthz',
        headers: { 'x-original-url': path, 'x-rewrite-url': path, 'x-forwarded-path': path },
      }),
    ],
    [
      'a selector that names something else',
      (path) => ({ method: 'GET', path: `${path}?fieldSelector=metadata.name%3D${NAME}&fieldSelector=` }),
    ],
    [
      'a table in place of objects',
      (path) => ({ method: 'GET', path, headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
    ],
    ['a method that is unknown', (path) => ({ method: 'OPTIONS', path })],
  ];

  it.each(TRICKS)('opens nothing by %s', async (_, trick) => {
    const attempts = new Map<Attempt, boolean>();
    for (const identity of identities.slice(0, 3)) {
      for (const { path, operation } of routes) {
        const made = trick(path);
        // The door that the trick goes by may be open anyway.
        const isOpenAnyway =
          made!.path === '/healthz' ||
          oracle.allows(identity, operation('GET')) ||
          oracle.allows(identity, { ...operation('GET'), verb: 'watch' });
        attempts.set(
          { ...made!, identity },
          isOpenAnyway || oracle.allows(identity, { verb: 'get', path: decodeURIComponent(made!.path.split('?')[0]) }),
        );
      }
    }
    const faults = await tryAll([...attempts.keys()], (each, outcome) => isGranted(outcome) && !attempts.get(each));
    expect(faults).toEqual([]);
  });
});
