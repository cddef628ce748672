import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const RELEASES = ['1.20', '1.22', '1.24', '1.28', '1.32'] as const;
const servers = new Map<string, TestServer>();

beforeAll(async () => {
  for (const emulatedRelease of RELEASES)
    servers.set(emulatedRelease, await startTestServer({ api: { emulatedRelease } }));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
});

const SERVICES = '/api/v1/namespaces/default/services';
const service = (spec: Json): Json => ({ metadata: { name: 's' }, spec: { ports: [{ port: 1 }], ...spec } });
const job = {
  metadata: { name: 'j' },
  spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } } },
};
const driver = { metadata: { name: 'd' }, spec: { requiresRepublish: true, tokenRequests: [{ audience: 'a' }] } };
const node = { metadata: { name: 'n' }, spec: { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24', 'fd00::/64'] } };

/** The first release, of those that are served here, that does as the current one. */
const CASES: readonly (readonly [
  what: string,
  since: string,
  request: readonly [path: string, sent: Json],
  find: (made: Json) => unknown,
  now: unknown,
])[] = [
  ['families of services', '1.22', [SERVICES, service({})], ({ spec }) => (spec as Json).ipFamilies, ['IPv4']],
  ['addresses in dry runs', '1.24', [SERVICES, service({})], ({ spec }) => 'clusterIP' in (spec as Json), true],
  [
    'traffic to external addresses',
    '1.28',
    [SERVICES, service({ externalIPs: ['80.0.0.1'] })],
    ({ spec }) => (spec as Json).externalTrafficPolicy,
    'Cluster',
  ],
  ['second ranges of nodes', '1.22', ['/api/v1/nodes', node], ({ spec }) => ((spec as Json).podCIDRs as []).length, 2],
  [
    'tokens of drivers',
    '1.22',
    ['/apis/storage.k8s.io/v1/csidrivers', driver],
    ({ spec }) => 'tokenRequests' in (spec as Json),
    true,
  ],
  [
    'labels of namespaces',
    '1.22',
    ['/api/v1/namespaces', { metadata: { name: 'x' } }],
    ({ metadata }) => (metadata as Json).labels,
    { 'kubernetes.io/metadata.name': 'x' },
  ],
  [
    'labels of jobs',
    '1.28',
    ['/apis/batch/v1/namespaces/default/jobs', job],
    ({ spec }) => Object.keys(((spec as Json).selector as Json).matchLabels as Json),
    ['batch.kubernetes.io/controller-uid'],
  ],
];

describe.each(CASES)('%s', (_what, since, [path, sent], find, now) => {
  it.each(RELEASES)('are those of the release in %s', async (release) => {
    const { status, body } = await servers.get(release)!.client.post(`${path}?dryRun=All`, sent);
    expect([status, body]).toEqual([201, expect.anything()]);
    const isNow = minorOf(release) >= minorOf(since);
    if (isNow) expect(find(body as Json)).toEqual(now);
    else expect(find(body as Json)).not.toEqual(now);
  });
});

function minorOf(release: string): number {
  return Number(release.split('.')[1]);
}
