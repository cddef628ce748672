import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestRequest } from '../support/test-client.js';

const RELEASES = ['1.32', '1.33', '1.34', '1.35', '1.36'] as const;
const servers = new Map<string, TestServer>();

beforeAll(async () => {
  for (const emulatedRelease of RELEASES)
    servers.set(emulatedRelease, await startTestServer({ api: { emulatedRelease } }));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

const LONG = 'a'.repeat(64);
const LONG_PREFIX = `${'a.'.repeat(127)}a`;
const IN_DEFAULT = '/api/v1/namespaces/default';
const container = { name: 'c', image: 'x' };
const pod = (spec: Json): Json => ({ metadata: { name: 'p' }, spec: { containers: [container], ...spec } });
const definition = (schema: Json): Json => ({
  metadata: { name: 'piers.harbor.example.com' },
  spec: {
    ...{ group: 'harbor.example.com', scope: 'Cluster', names: { plural: 'piers', kind: 'Pier' } },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
});
const deployment = {
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: pod({}).spec } },
};
const sharedPorts = {
  metadata: { name: 's' },
  spec: { ports: [1, 2].map(() => ({ name: 'a', port: 1 })) },
};

interface Case {
  readonly path: string;
  readonly method?: string;
  readonly sent?: Json;
  readonly headers?: TestRequest['headers'];
  readonly token?: string;
  /** Returns the part of the answer that is compared. */
  readonly find: (answer: TestAnswer) => unknown;
  /** The expected values, by the release that each begins with. */
  readonly since: Readonly<Record<string, unknown>>;
}

const message = ({ body }: TestAnswer): unknown => body.message;
const warning = ({ headers }: TestAnswer): unknown => headers.warning;

const CASES: readonly (readonly [what: string, of: Case])[] = [
  [
    'lists of a namespace with a relative name',
    {
      method: 'GET',
      path: '/api/v1/namespaces/%2e%2e/configmaps',
      find: ({ status, body }) => [status, body.message],
      since: { '1.32': [200, undefined], '1.35': [500, 'invalid key: "/configmaps/.."'] },
    },
  ],
  [
    'deletions of a collection with a relative name',
    {
      method: 'DELETE',
      path: '/api/v1/namespaces/%2e%2e/configmaps?dryRun=All',
      find: ({ status, body }) => [status, body.message],
      since: { '1.32': [200, undefined], '1.35': [500, 'invalid key: "/configmaps/.."'] },
    },
  ],
  [
    'lists in a form that is not there, by options that cannot be read',
    {
      method: 'GET',
      path: `${IN_DEFAULT}/configmaps?limit=abc`,
      headers: { accept: 'application/json;as=Table;v=v2;g=meta.k8s.io' },
      find: ({ status }) => status,
      since: { '1.32': 400, '1.36': 406 },
    },
  ],
  [
    'labels with a long prefix',
    {
      method: 'GET',
      path: `${IN_DEFAULT}/configmaps?labelSelector=${LONG_PREFIX}/b`,
      find: ({ body }) => /prefix part .*/.exec(body.message)?.[0],
      since: {
        '1.32': 'prefix part must be no more than 253 characters',
        '1.35': 'prefix part must be no more than 253 bytes',
      },
    },
  ],
  [
    'the length of names of labels',
    {
      path: `${IN_DEFAULT}/configmaps`,
      sent: { metadata: { name: 'c', labels: { [LONG]: '' } } },
      find: message,
      since: {
        '1.32': expect.stringContaining('name part must be no more than 63 characters'),
        '1.35': expect.stringContaining('name part must be no more than 63 bytes'),
      },
    },
  ],
  [
    'the length of names in selectors',
    {
      method: 'GET',
      path: `${IN_DEFAULT}/configmaps?labelSelector=${LONG}%3Db`,
      find: message,
      since: {
        '1.32': expect.stringContaining('name part must be no more than 63 characters'),
        '1.35': expect.stringContaining('name part must be no more than 63 bytes'),
      },
    },
  ],
  [
    'the form of keys in selectors',
    {
      method: 'GET',
      path: `${IN_DEFAULT}/configmaps?labelSelector=x%2Fy%2Fz%3Da`,
      find: message,
      since: {
        '1.32': expect.stringContaining('a qualified name must consist of'),
        '1.35': expect.stringContaining('a valid label key must consist of'),
      },
    },
  ],
  [
    'times that are not set',
    {
      path: '/apis/apps/v1/namespaces/default/deployments',
      sent: deployment,
      find: ({ body }) => (body.spec as typeof deployment.spec).template.metadata,
      since: { '1.32': { creationTimestamp: null, labels: { a: 'b' } }, '1.34': { labels: { a: 'b' } } },
    },
  ],
  [
    'values in errors',
    {
      path: `${IN_DEFAULT}/services`,
      sent: sharedPorts,
      find: message,
      since: {
        '1.32': expect.stringContaining('core.ServicePort{'),
        '1.34': expect.stringContaining('{"Name":""'),
      },
    },
  ],
  [
    'formats that are not checked',
    {
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      sent: definition({ type: 'object', properties: { spec: { type: 'integer', format: 'tide' } } }),
      find: warning,
      since: { '1.32': undefined, '1.36': expect.stringContaining('unrecognized format') },
    },
  ],
  [
    'Endpoints',
    {
      path: `${IN_DEFAULT}/endpoints`,
      sent: { metadata: { name: 'e' } },
      find: warning,
      since: { '1.32': undefined, '1.33': expect.stringContaining('v1 Endpoints is deprecated in v1.33+') },
    },
  ],
  [
    'rights to impersonate',
    {
      method: 'GET',
      path: `${IN_DEFAULT}/configmaps`,
      headers: { 'impersonate-user': 'bob' },
      token: '',
      find: message,
      since: {
        '1.32': expect.stringContaining('cannot impersonate resource "users"'),
        '1.36': expect.stringContaining('cannot impersonate-on:user-info:list resource "configmaps"'),
      },
    },
  ],
];

describe.each(CASES)('%s', (_what, { path, method = 'POST', sent, headers, token, find, since }) => {
  it.each(RELEASES)('are those of the release in %s', async (release) => {
    const { client } = servers.get(release)!;
    const query = method === 'POST' ? '?dryRun=All' : '';
    const answer = await client.request(method, path + query, { body: sent, headers, token });
    const reached = Object.keys(since).filter((first) => Number(first) <= Number(release));
    expect(find(answer)).toEqual(since[reached.at(-1)!]);
  });
});
