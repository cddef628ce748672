import { GrowthJudge, type GrowingRequest } from './growth.js';
import { type AttackedServer, Prober, startAttackedServer } from './support.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const REVIEW = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: {} };
const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

let server: AttackedServer;
let prober: Prober;

beforeAll(async () => {
  server = await startAttackedServer();
  prober = new Prober(server.connect(server.adminToken));
  for (let i = 0; i < 200; i++) {
    const metadata = { name: `map-${i}`, labels: { app: `a${i % 7}`, tier: 'b' } };
    await server.admin.post(MAPS, { metadata, data: { a: 'b' } });
  }
});

afterAll(async () => {
  await prober.stop();
  expect(await server.stop()).toBe(0);
});

/** The query parameters of every request. */
const PARAMETERS = [
  ...['pretty', 'dryRun', 'fieldManager', 'fieldValidation', 'force', 'timeout', 'includeObject'],
  ...['labelSelector', 'fieldSelector', 'limit', 'continue', 'resourceVersion', 'resourceVersionMatch'],
  ...['timeoutSeconds', 'allowWatchBookmarks', 'sendInitialEvents', 'propagationPolicy', 'gracePeriodSeconds'],
  ...['orphanDependents', 'ignoreStoreReadErrorWithClusterBreakingPotential', 'verbose', 'exclude', 'nobodyKnowsThis'],
];

const HEADERS = [
  ...['accept', 'accept-encoding', 'content-type', 'user-agent', 'authorization', 'origin', 'audit-id', 'cookie'],
  ...[
    'impersonate-user',
    'impersonate-uid',
    'impersonate-group',
    'impersonate-extra-a',
    'if-none-match',
    'x-forwarded-for',
  ],
];

/** Pieces that values are made of: each makes another reader do its worst. */
const PIECES = [
  'a',
  '1',
  ',',
  'a=b,',
  'a in (b,c),',
  '!',
  '(',
  '%25',
  '%00',
  '%C3%A9',
  '=',
  ';',
  'a/b;q=0.1,',
  '"',
  '\\',
  '..%2f',
];

const fill = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object | string;
  readonly headers?: Record<string, string>;
}

/** One request for every way the server reads a query. */
const CALLS: readonly Call[] = [
  { method: 'GET', path: MAPS },
  { method: 'GET', path: `${MAPS}/map-1` },
  { method: 'POST', path: MAPS, body: { metadata: { name: 'map-1' } } },
  { method: 'PUT', path: `${MAPS}/map-1`, body: { metadata: { name: 'map-2' } } },
  {
    method: 'PATCH',
    path: `${MAPS}/map-1`,
    body: { metadata: { name: 'map-2' } },
    headers: { 'content-type': 'application/merge-patch+json' },
  },
  { method: 'DELETE', path: `${MAPS}/missing` },
  { method: 'DELETE', path: '/api/v1/namespaces/missing/configmaps' },
  { method: 'POST', path: REVIEWS, body: REVIEW },
  { method: 'GET', path: '/apis' },
  { method: 'GET', path: '/readyz' },
  { method: 'GET', path: '/openapi/v3' },
];

async function faultsOf(requests: Iterable<GrowingRequest>): Promise<string[]> {
  const judge = new GrowthJudge(prober);
  const faults: string[] = [];
  for (const request of requests) {
    const fault = await judge.faultOf(request);
    if (fault !== undefined) faults.push(fault);
  }
  return [...faults, ...judge.failures];
}

function* parameterRequests(): Iterable<GrowingRequest> {
  let turn = 0;
  for (const { method, path, body, headers } of CALLS) {
    for (const parameter of PARAMETERS) {
      for (const piece of [PIECES[turn++ % PIECES.length], PIECES[turn++ % PIECES.length]]) {
        const send: GrowingRequest['send'] = (size) =>
          server.admin.request(method, `${path}?${parameter}=${encodeRest(fill(piece, size))}`, { body, headers });
        yield { name: `${method} ${path}?${parameter}= of ${piece}`, send };
      }
    }
  }
}

/** Escapes what may not stand in a query and leaves the rest, escapes above all, as it is. */
function encodeRest(text: string): string {
  return text.replace(/[ "\\]/g, (char) => encodeURIComponent(char));
}

function* headerRequests(): Iterable<GrowingRequest> {
  for (const header of HEADERS) {
    for (const piece of ['a', ',', 'a/b;q=0.1,', ' ;', '"', '.']) {
      const send: GrowingRequest['send'] = (size) =>
        server.admin.request('GET', `${MAPS}/map-1`, { headers: { [header]: fill(piece, size) } });
      yield { name: `header ${header} of ${piece}`, send };
    }
  }
}

function* pathRequests(): Iterable<GrowingRequest> {
  for (const piece of ['a', '/', '/a', '%2f', '%', '..', '/../', ':', '%C3%A9']) {
    for (const prefix of [
      '/',
      '/api/v1/namespaces/',
      `${MAPS}/`,
      '/apis/',
      '/apis/apps/v1/',
      '/openapi/v3/',
      '/healthz/',
    ]) {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const send: GrowingRequest['send'] = (size) => server.admin.request(method, prefix + fill(piece, size));
        yield { name: `${method} ${prefix} and ${piece}`, send };
      }
    }
  }
}

function* queryRequests(): Iterable<GrowingRequest> {
  for (const piece of ['a=b&', '&', '=', 'labelSelector=a&', 'fieldManager=a&', 'dryRun=All&', 'limit=1&', 'pretty&']) {
    for (const { method, path, body, headers } of CALLS.slice(0, 6)) {
      const send: GrowingRequest['send'] = (size) =>
        server.admin.request(method, `${path}?dryRun=All&${fill(piece, size)}`, { body, headers });
      yield { name: `${method} ${path}? and ${piece}`, send };
    }
  }
}

const JSON_PATCH = { 'content-type': 'application/json-patch+json' };
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };
const STRATEGIC_PATCH = { 'content-type': 'application/strategic-merge-patch+json' };

/** Patches, each with its body at a size. */
const PATCHES: readonly (readonly [string, Record<string, string>, (size: number) => string])[] = [
  ...['add', 'replace', 'test', 'remove', 'move', 'copy'].flatMap((op) => [
    [
      `${op} many`,
      JSON_PATCH,
      (size: number) => many({ op, path: '/data/a', from: '/data/a', value: 'b' }, size),
    ] as const,
    [
      `${op} at a long path`,
      JSON_PATCH,
      (size: number) => one({ op, path: fill('/a', size), from: fill('/~1', size), value: 1 }),
    ] as const,
    [`${op} at the root`, JSON_PATCH, (size: number) => many({ op, path: '', from: '', value: {} }, size)] as const,
    [
      `${op} a long value`,
      JSON_PATCH,
      (size: number) => one({ op, path: '/data/b', from: '/data', value: fill('é', size) }),
    ] as const,
    [`${op} in a list`, JSON_PATCH, (size: number) => inList(op, size)] as const,
  ]),
  ['deep JSON patch value', JSON_PATCH, (size) => `[{"op":"add","path":"/a","value":${nested(size)}}]`],
  ['copies of copies', JSON_PATCH, (size) => many({ op: 'copy', from: '/data', path: '/data/x' }, size)],
  ['deep merge patch', MERGE_PATCH, (size) => nested(size, '{"a":', '1', '}')],
  ['wide merge patch', MERGE_PATCH, (size) => `{"data":{${wide(size)}}}`],
  ['merge patch of nulls', MERGE_PATCH, (size) => `{"data":{${wide(size, 'null')}}}`],
  ['deep strategic patch', STRATEGIC_PATCH, (size) => nested(size, '{"a":', '1', '}')],
  ['wide strategic patch', STRATEGIC_PATCH, (size) => `{"data":{${wide(size)}}}`],
  ['strategic patch of owners', STRATEGIC_PATCH, (size) => `{"metadata":{"ownerReferences":[${owners(size)}]}}`],
  ['strategic removal of owners', STRATEGIC_PATCH, (size) => `{"metadata":{"ownerReferences":[${removals(size)}]}}`],
  ['strategic finalizers', STRATEGIC_PATCH, (size) => `{"metadata":{"finalizers":[${finalizers(size)}]}}`],
  [
    'strategic removal of finalizers',
    STRATEGIC_PATCH,
    (size) => `{"metadata":{"$deleteFromPrimitiveList/finalizers":[${finalizers(size)}]}}`,
  ],
  [
    'strategic order of finalizers',
    STRATEGIC_PATCH,
    (size) => `{"metadata":{"$setElementOrder/finalizers":[${finalizers(size)}],"finalizers":[${finalizers(size)}]}}`,
  ],
  ['strategic keys to keep', STRATEGIC_PATCH, (size) => `{"data":{"$retainKeys":[${finalizers(size)}]}}`],
];

const one = (operation: object): string => JSON.stringify([operation]);
const many = (operation: object, size: number): string =>
  JSON.stringify(new Array(Math.ceil(size / 40)).fill(operation));
const elements = (size: number, make: (i: number) => string): string =>
  Array.from({ length: Math.ceil(size / 20) }, (_, i) => make(i)).join(',');
const wide = (size: number, value = '"v"'): string => elements(size, (i) => `"k${i}":${value}`);
const owners = (size: number): string =>
  elements(size, (i) => `{"uid":"u${i}","name":"a","kind":"B","apiVersion":"v1"}`);
const removals = (size: number): string => elements(size, (i) => `{"$patch":"delete","uid":"u${i}"}`);
const finalizers = (size: number): string => elements(size, (i) => `"example.com/f${i}"`);

function nested(size: number, open = '[', inner = '', close = ']'): string {
  const depth = Math.min(9_000, Math.ceil(size / (open.length + close.length)));
  return open.repeat(depth) + inner + close.repeat(depth);
}

/** Operations at the front of a list that the first of them makes. */
function inList(op: string, size: number): string {
  const operations = new Array(Math.ceil(size / 100)).fill({ op, path: '/x/0', from: '/x/1', value: 1 });
  return JSON.stringify([{ op: 'add', path: '/x', value: new Array(Math.ceil(size / 4)).fill(1) }, ...operations]);
}

function* patchRequests(): Iterable<GrowingRequest> {
  for (const [name, headers, bodyOf] of PATCHES) {
    const path = `${MAPS}/map-1?dryRun=All`;
    yield { name, send: (size) => server.admin.request('PATCH', path, { body: bodyOf(size), headers }) };
  }
}

describe('answers in time that grows no faster than the request, and holds up nobody', () => {
  it.each<[string, () => Iterable<GrowingRequest>]>([
    ['any parameter', parameterRequests],
    ['any header', headerRequests],
    ['any path', pathRequests],
    ['any number of parameters', queryRequests],
    ['any patch', patchRequests],
  ])('whatever grows in %s', async (_what, requests) => expect(await faultsOf(requests())).toEqual([]));
});
