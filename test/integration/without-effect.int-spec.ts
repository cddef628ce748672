import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const ADMISSION = '/apis/admissionregistration.k8s.io';
const GROUP = 'admissionregistration.k8s.io';
const RULES = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }];
const MATCHES = { resourceRules: RULES };
const MUTATION = { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/spec"}]' } };
/** Collection, apiVersion, kind, what an object of it has, and what the warning begins with. */
const KINDS: readonly (readonly [string, string, string, Json, string])[] = [
  [
    `${ADMISSION}/v1alpha1/mutatingadmissionpolicies`,
    `${GROUP}/v1alpha1`,
    'MutatingAdmissionPolicy',
    { spec: { matchConstraints: MATCHES, reinvocationPolicy: 'Never', mutations: [MUTATION] } },
    'this policy has no effect',
  ],
  [
    `${ADMISSION}/v1alpha1/mutatingadmissionpolicybindings`,
    `${GROUP}/v1alpha1`,
    'MutatingAdmissionPolicyBinding',
    { spec: { policyName: 'p' } },
    'this binding has no effect',
  ],
];

const API = {
  featureGates: { MutatingAdmissionPolicy: true },
  runtimeConfig: { 'admissionregistration.k8s.io/v1alpha1': 'true' },
};
const NAME = 'things.example.com';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ api: API });
});

afterAll(() => server.close());

const codeAndWarning = ({ status, headers }: TestAnswer): unknown[] => [status, headers.warning];

describe('an object that has no effect', () => {
  it.each(KINDS)('of %s is stored with a warning each time', async (path, apiVersion, kind, more, text) => {
    const { client } = server;
    const at = `${path}/${NAME}`;
    const object = { apiVersion, kind, metadata: { name: NAME }, ...more };
    const told = expect.stringMatching(new RegExp(`^299 - "${text}`));
    const patch = (labels: Json, type: string, query = ''): Promise<TestAnswer> => {
      const body = JSON.stringify({ apiVersion, kind, metadata: { labels } });
      return client.request('PATCH', `${at}${query}`, { body, headers: { 'content-type': type } });
    };
    const merge = 'application/merge-patch+json';
    expect(codeAndWarning(await client.post(`${path}?dryRun=All`, object))).toEqual([201, undefined]);
    const made = await client.post(path, object);
    expect(codeAndWarning(made)).toEqual([201, told]);
    const put = { ...made.body, metadata: { ...made.body.metadata, labels: { a: '1' } } };
    expect(codeAndWarning(await client.request('PUT', at, { body: JSON.stringify(put) }))).toEqual([200, told]);
    expect(codeAndWarning(await patch({ a: '2' }, merge))).toEqual([200, told]);
    const apply = 'application/apply-patch+yaml';
    expect(codeAndWarning(await patch({ b: '1' }, apply, '?fieldManager=me'))).toEqual([200, told]);
    expect(codeAndWarning(await patch({ a: '3' }, merge, '?dryRun=All'))).toEqual([200, undefined]);
    expect(codeAndWarning(await patch({ a: '2' }, merge))).toEqual([200, undefined]);
    expect(codeAndWarning(await client.get(at))).toEqual([200, undefined]);
    expect(codeAndWarning(await client.request('DELETE', at))).toEqual([200, undefined]);
  });

  it('is not warned of where it was refused', async () => {
    const [path, apiVersion, kind] = KINDS[0];
    const object = { apiVersion, kind, metadata: { name: 'p' }, spec: {} };
    expect(codeAndWarning(await server.client.post(path, object))).toEqual([422, undefined]);
  });

  it('is not warned of where nobody wants that', async () => {
    const quiet = await startTestServer({ api: { ...API, warnWithoutEffect: false } });
    for (const [path, apiVersion, kind, more] of KINDS) {
      const answer = await quiet.client.post(path, { apiVersion, kind, metadata: { name: NAME }, ...more });
      expect(codeAndWarning(answer)).toEqual([201, undefined]);
    }
    await quiet.close();
  });
});
