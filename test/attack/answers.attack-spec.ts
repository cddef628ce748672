import { leastWait } from './looks.js';
import { type AttackedServer, MOST_LATENCY, Prober, startAttackedServer } from './support.js';
import { EVENTS, EVENTS_ELSEWHERE, fillEvents, leaveUnread, peakMemory } from './unread-answers.js';

const READERS = 200;
/** Maximum growth of the peak for 200 responses of one format, in MB: 1 MiB a reader, with the 50 MB of its cached form. */
const MOST_GROWTH = 250;
/** The same for all formats together: the caches then hold the objects in four forms of 50 MB. */
const MOST_GROWTH_OF_ALL = 600;

const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const YAML = 'application/yaml';
const as = (view: string): string => `;as=${view};v=v1;g=meta.k8s.io`;
const UNZIPPED = { 'accept-encoding': 'identity' };
const GZIP = { 'accept-encoding': 'gzip' };

let server: AttackedServer;
let prober: Prober;
let filled: number;
let peak: number;

beforeAll(async () => {
  server = await startAttackedServer(['--max-requests-inflight=1000']);
  await fillEvents(server, { count: 1000, bytes: 50_000 });
  filled = peak = await peakMemory(server);
  prober = new Prober(server.connect(server.adminToken));
});

afterAll(async () => {
  await prober.stop();
  expect(await server.stop()).toBe(0);
});

it.each([
  ['JSON', EVENTS, { accept: JSON_TYPE, ...UNZIPPED }],
  ['gzip of JSON', EVENTS, { accept: JSON_TYPE, ...GZIP }],
  ['indented JSON', `${EVENTS}?pretty=true`, { accept: JSON_TYPE, ...UNZIPPED }],
  ['JSON in another version', EVENTS_ELSEWHERE, { accept: JSON_TYPE, ...UNZIPPED }],
  ['protobuf', EVENTS, { accept: PROTOBUF, ...UNZIPPED }],
  ['gzip of protobuf', EVENTS_ELSEWHERE, { accept: PROTOBUF, ...GZIP }],
  ['YAML', EVENTS, { accept: YAML, ...UNZIPPED }],
  ['tables', EVENTS, { accept: `${JSON_TYPE}${as('Table')}`, ...UNZIPPED }],
  ['gzip of tables', `${EVENTS}?includeObject=Object`, { accept: `${JSON_TYPE}${as('Table')}`, ...GZIP }],
  ['metadata', EVENTS, { accept: `${JSON_TYPE}${as('PartialObjectMetadataList')}`, ...UNZIPPED }],
  ['metadata in protobuf', EVENTS, { accept: `${PROTOBUF}${as('PartialObjectMetadataList')}`, ...UNZIPPED }],
  ['a selector that few match', `${EVENTS}?fieldSelector=reason!=Testing`, { accept: JSON_TYPE }],
])(
  'sends 200 lists of 50 MB that nobody reads, as %s, without holding them or anybody up',
  async (_, path, headers) => {
    const { latency, memory } = await leaveUnread(server, prober, { path, headers, count: READERS });
    expect(latency).toBeLessThan(MOST_LATENCY);
    expect(memory - peak).toBeLessThan(MOST_GROWTH);
    expect(memory - filled).toBeLessThan(MOST_GROWTH_OF_ALL);
    peak = memory;
  },
);

it('writes one large object in every format without holding anybody up', async () => {
  const data = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`key-${i}`, 'some words of it '.repeat(25)]));
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large' }, data };
  const path = '/api/v1/namespaces/default/configmaps';
  expect((await server.admin.post(path, body)).status).toBe(201);
  for (const accept of [JSON_TYPE, PROTOBUF, YAML, `${JSON_TYPE}${as('Table')}`]) {
    const work = async (): Promise<void> => {
      const { status } = await server.admin.request('GET', `${path}/large`, { headers: { accept } });
      expect(status).toBe(200);
    };
    expect(await leastWait({ prober, work })).toBeLessThan(MOST_LATENCY);
  }
});
