import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const GROUP = '/apis/admissionregistration.k8s.io';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const BOB = 'user &{bob u-bob [system:authenticated] map[]}';
const SECRETS = { apiVersion: 'v1', kind: 'Secret' };
const NOT_SERVED = { apiVersion: 'none.example.com/v1', kind: 'Nope' };
const MAPS = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };

/** The two families of policies, and what a policy of each does. */
const FAMILIES = [
  {
    path: `${GROUP}/v1`,
    policies: 'validatingadmissionpolicies',
    action: { validations: [{ expression: 'true' }] },
    binding: { validationActions: ['Deny'] },
  },
  {
    path: `${GROUP}/v1alpha1`,
    policies: 'mutatingadmissionpolicies',
    action: {
      reinvocationPolicy: 'Never',
      mutations: [
        { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "add", path: "/data/a", value: "b"}]' } },
      ],
    },
    binding: {},
  },
];

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({
    tokens: ['bob-token,bob,u-bob', 'carol-token,carol,u-carol'],
    api: {
      featureGates: { MutatingAdmissionPolicy: true },
      runtimeConfig: { 'admissionregistration.k8s.io/v1alpha1': 'true' },
    },
  });
  await server.ready;
  await grant('bob', { apiGroups: ['admissionregistration.k8s.io'], resources: ['*'], verbs: ['*'] });
  await grant('carol', { apiGroups: ['admissionregistration.k8s.io'], resources: ['*'], verbs: ['*'] });
  await grant('carol', { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] });
});

afterAll(() => server.close());

async function grant(user: string, rule: Json): Promise<void> {
  const name = `rule-${++count}`;
  await server.client.post(`${RBAC}/clusterroles`, { metadata: { name }, rules: [rule] });
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name };
  await server.client.post(`${RBAC}/clusterrolebindings`, {
    metadata: { name },
    roleRef,
    subjects: [{ kind: 'User', name: user }],
  });
}

const messageOf = ({ status, body }: TestAnswer): string => {
  const [cause] = (body.details?.causes ?? []) as { message: string; field: string }[];
  return cause ? `${status} ${cause.field}: ${cause.message}` : `${status}`;
};

describe.each(FAMILIES)('the writer of $policies', ({ path, policies, action, binding }) => {
  const bindings = policies.replace('policies', 'policybindings');

  const send = (token: string, method: string, place: string, body: Json): Promise<TestAnswer> =>
    server.client.request(method, `${path}/${place}`, {
      body,
      ...(token && { token }),
      headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
    });

  const policy = (name: string, paramKind?: Json): Json => ({
    metadata: { name },
    spec: { paramKind, matchConstraints: { resourceRules: [MAPS] }, ...action },
  });

  const bound = (name: string, policyName: string, paramRef: Json): Json => ({
    metadata: { name },
    spec: { policyName, ...binding, paramRef: { parameterNotFoundAction: 'Allow', ...paramRef } },
  });

  it('must be able to read all objects of the kind of its parameters', async () => {
    const forbidden = (kind: string, apiVersion: string): string =>
      `422 spec.paramKind: Forbidden: ${BOB} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
    const refused = await send('bob-token', 'POST', policies, policy('secrets', SECRETS));
    expect(messageOf(refused)).toBe(forbidden('Secret', 'v1'));
    const unknown = await send('bob-token', 'POST', policies, policy('nope', NOT_SERVED));
    expect(messageOf(unknown)).toBe(forbidden('Nope', 'none.example.com/v1'));
    expect((await send('carol-token', 'POST', policies, policy('of-carol', SECRETS))).status).toBe(201);
    expect((await send('bob-token', 'POST', policies, policy('plain'))).status).toBe(201);
    const later = await send('bob-token', 'PATCH', `${policies}/plain`, { spec: { paramKind: SECRETS } });
    expect(messageOf(later)).toBe(forbidden('Secret', 'v1'));
  });

  it('may change a policy that keeps its kind of parameters', async () => {
    await send('', 'POST', policies, policy('kept', SECRETS));
    const labelled = await send('bob-token', 'PATCH', `${policies}/kept`, { metadata: { labels: { a: 'b' } } });
    expect(labelled.status).toBe(200);
  });

  it('gets the errors of the policy first', async () => {
    const wrong = policy('wrong', SECRETS);
    wrong.spec.failurePolicy = 'Never';
    const refused = await send('bob-token', 'POST', policies, wrong);
    expect(messageOf(refused)).toContain('spec.failurePolicy: Unsupported value');
    expect(refused.body.message).not.toContain('paramKind');
  });

  it.each([
    ['by name', { name: 'x' }, 'get'],
    ['by labels', { selector: { matchLabels: { a: 'b' } } }, 'list'],
  ])('must be able to read the parameters that a binding refers to %s', async (_, paramRef, verb) => {
    const name = `referred-${verb}`;
    await send('', 'POST', policies, policy(name, SECRETS));
    await send('', 'POST', policies, policy(`${name}-nope`, NOT_SERVED));
    const lack = `${BOB} does not have "${verb}" permission`;
    const everywhere = `to determine minimum required permissions and ${lack} for all groups, versions and resources`;
    for (const [policyName, message] of [
      [name, `${lack} on the object referenced by paramRef`],
      [`${name}-none`, `unable to get policy ${name}-none ${everywhere}`],
      [`${name}-nope`, `unable to resolve paramKind &{none.example.com/v1 Nope} ${everywhere}`],
    ]) {
      const refused = await send('bob-token', 'POST', bindings, bound(name, policyName, paramRef));
      expect(messageOf(refused)).toBe(`422 spec.paramRef: Forbidden: ${message}`);
    }
    expect((await send('carol-token', 'POST', bindings, bound(name, name, paramRef))).status).toBe(201);
    const relabelled = await send('bob-token', 'PATCH', `${bindings}/${name}`, { metadata: { labels: { a: 'b' } } });
    expect(messageOf(relabelled)).toBe(`422 spec.paramRef: Forbidden: ${lack} on the object referenced by paramRef`);
  });

  it('needs no further right for a binding without parameters', async () => {
    const plain = bound('plain', 'plain', {});
    delete plain.spec.paramRef;
    expect((await send('bob-token', 'POST', bindings, plain)).status).toBe(201);
  });
});
