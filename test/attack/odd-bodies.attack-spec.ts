import { type AttackedServer, startAttackedServer } from './support.js';

const NAMESPACE = '/api/v1/namespaces/default';
const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/d';
const POD_SPEC = { containers: [{ name: 'a', image: 'b' }] };
/** Nearly as many as are taken at all. */
const MANY = 140_000;
/** Far more than what a client can use, far less than what it sent. */
const MOST_ANSWER_BYTES = 64 * 1024;

let server: AttackedServer;

beforeAll(async () => {
  server = await startAttackedServer();
  await server.admin.post(`${NAMESPACE}/configmaps`, { metadata: { name: 'c' } });
  await server.admin.post(`${NAMESPACE}/pods`, { metadata: { name: 'p' }, spec: POD_SPEC });
  const template = { metadata: { labels: { a: 'b' } }, spec: POD_SPEC };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  await server.admin.post(DEPLOYMENT.slice(0, -2), { metadata: { name: 'd' }, spec });
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const JSON_TYPE = 'application/json';
/** Where bodies are read: method, path, content type. */
const PLACES = [
  ['POST', `${NAMESPACE}/configmaps`],
  ['PUT', `${NAMESPACE}/configmaps/c`],
  ['DELETE', `${NAMESPACE}/configmaps/absent`],
  ['DELETE', `${NAMESPACE}/events`],
  ['POST', '/apis/authentication.k8s.io/v1/tokenreviews'],
  ['POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews'],
  ['POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews'],
  ['POST', `${NAMESPACE}/pods/p/binding`],
  ['POST', `${NAMESPACE}/bindings`],
  ['POST', `${NAMESPACE}/pods/p/eviction`],
  ['PUT', `${NAMESPACE}/pods/p/ephemeralcontainers`],
  ['POST', `${NAMESPACE}/serviceaccounts/default/token`],
  ['PUT', `${NAMESPACE}/finalize`],
  ['PUT', `${DEPLOYMENT}/scale`],
  ['PUT', `${DEPLOYMENT}/status`],
  ['PATCH', `${DEPLOYMENT}/scale`, 'application/merge-patch+json'],
  ['PATCH', `${DEPLOYMENT}/status`, 'application/strategic-merge-patch+json'],
  ['PATCH', `${NAMESPACE}/configmaps/c`, 'application/merge-patch+json'],
  ['PATCH', `${NAMESPACE}/configmaps/c`, 'application/strategic-merge-patch+json'],
  ['PATCH', `${NAMESPACE}/configmaps/c`, 'application/json-patch+json'],
].map(([method, path, type = JSON_TYPE]) => [method, path, type] as const);

const MEMBERS = [
  ...['kind', 'apiVersion', 'metadata', 'spec', 'status', 'data', 'target', 'preconditions', 'dryRun', 'deleteOptions'],
  ...['name', 'namespace', 'resourceVersion', 'labels', 'finalizers', 'uid', 'ownerReferences', 'managedFields'].map(
    (name) => `metadata/${name}`,
  ),
];

const VALUES = [
  ...['{"toString":1}', '{"valueOf":1,"toString":null}', '{"__proto__":{"toString":1}}', '[{"toString":1}]', '{}'],
  ...['[]', '[1]', '1', 'null', 'true', '""', '"__proto__"', '"constructor"'],
];

function bodyOf(member: string, value: string, type: string): string {
  if (type === 'application/json-patch+json') return `[{"op":"add","path":"/${member}","value":${value}}]`;
  return [...member.split('/')].reverse().reduce((inner, name) => `{"${name}":${inner}}`, value);
}

describe('values that are not what they should be', () => {
  it.each(PLACES)('are the client’s mistake: %s %s %s', async (method, path, type) => {
    const faults: string[] = [];
    for (const member of MEMBERS) {
      for (const value of VALUES) {
        const body = bodyOf(member, value, type);
        const headers = { 'content-type': type };
        const { status, text } = await server.admin.request(method, `${path}?dryRun=All`, { body, headers });
        if (status >= 500) faults.push(`${status} for ${body}: ${text.slice(0, 200)}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('very many members', () => {
  const join = (memberOf: (i: number) => string, length = MANY): string =>
    `{"metadata":{"name":"c"},${Array.from({ length }, (_, i) => memberOf(i)).join(',')}}`;
  const SORTS = { unknown: join((i) => `"k${i}":1`), repeated: join(() => '"k":1') };

  describe.each(['Ignore', 'Warn', 'Strict'])('with fieldValidation=%s', (validation) => {
    it.each([
      ['POST', `${NAMESPACE}/configmaps`, JSON_TYPE, 'unknown'],
      ['POST', `${NAMESPACE}/configmaps`, JSON_TYPE, 'repeated'],
      ['POST', `${NAMESPACE}/configmaps`, 'application/yaml', 'unknown'],
      ['PATCH', `${NAMESPACE}/configmaps/c`, 'application/merge-patch+json', 'unknown'],
      ['PATCH', `${NAMESPACE}/configmaps/c`, 'application/strategic-merge-patch+json', 'unknown'],
    ] as const)('are answered with few words: %s %s %s, %s', async (method, path, type, sort) => {
      const query = `?dryRun=All&fieldValidation=${validation}`;
      const headers = { 'content-type': type };
      const answer = await server.admin.request(method, path + query, { body: SORTS[sort], headers });
      expect(answer.status).toBeLessThan(500);
      expect(answer.text.length + String(answer.headers.warning ?? '').length).toBeLessThan(MOST_ANSWER_BYTES);
    });
  });

  it('are too many at some point', async () => {
    const body = join((i) => `"k${i}":1`, 200_000);
    expect((await server.admin.request('POST', `${NAMESPACE}/configmaps`, { body })).status).toBe(413);
  });
});
