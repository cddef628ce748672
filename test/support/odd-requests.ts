import fc from 'fast-check';
import type { Json, TestAnswer } from './test-client.js';

/** A request that no careful client would send. */
export interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

const meta = { name: 'fuzzed', namespace: 'fuzz', labels: { app: 'fuzz' }, annotations: { a: 'b' }, finalizers: [] };
const podSpec = {
  containers: [{ name: 'web', image: 'nginx', ports: [{ containerPort: 80 }], env: [{ name: 'A', value: '1' }] }],
};
const template = { metadata: { labels: { app: 'fuzz' } }, spec: podSpec };

/** Objects that are right, and where they belong. */
const VALID: readonly (readonly [string, Value])[] = [
  [
    '/api/v1/namespaces/fuzz/configmaps',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, data: { a: '1' }, binaryData: { b: 'AAAA' } },
  ],
  [
    '/api/v1/namespaces/fuzz/secrets',
    { apiVersion: 'v1', kind: 'Secret', metadata: meta, data: { a: 'AAAA' }, type: 'Opaque' },
  ],
  ['/api/v1/namespaces/fuzz/pods', { apiVersion: 'v1', kind: 'Pod', metadata: meta, spec: podSpec }],
  [
    '/api/v1/namespaces/fuzz/services',
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: meta,
      spec: { ports: [{ port: 80, targetPort: 'http' }], selector: { app: 'fuzz' } },
    },
  ],
  [
    '/apis/apps/v1/namespaces/fuzz/deployments',
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: meta,
      spec: { replicas: 2, selector: { matchLabels: { app: 'fuzz' } }, template },
    },
  ],
  [
    '/apis/batch/v1/namespaces/fuzz/cronjobs',
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: meta,
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
      },
    },
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/namespaces/fuzz/roles',
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: meta,
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
  ],
  [
    '/apis/coordination.k8s.io/v1/namespaces/fuzz/leases',
    {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: meta,
      spec: { holderIdentity: 'me', leaseDurationSeconds: 5 },
    },
  ],
  [
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user: 'a', groups: ['b'], extra: { c: ['d'] }, resourceAttributes: { verb: 'get', resource: 'pods' } },
    },
  ],
  [
    '/apis/authentication.k8s.io/v1/tokenreviews',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: 'a.b.c', audiences: ['a'] } },
  ],
  [
    '/api/v1/namespaces/fuzz/bindings',
    { apiVersion: 'v1', kind: 'Binding', metadata: meta, target: { kind: 'Node', name: 'a' } },
  ],
  [
    '/api/v1/namespaces/fuzz/pods/fuzzed/eviction',
    { apiVersion: 'policy/v1', kind: 'Eviction', metadata: meta, deleteOptions: { dryRun: ['All'] } },
  ],
  [
    '/apis/apps/v1/namespaces/fuzz/deployments/fuzzed/scale',
    { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: meta, spec: { replicas: 3 } },
  ],
];

/** Values that do not belong where they are put. */
const oddValue: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(
    null,
    true,
    '',
    'a/b',
    '../up',
    'nul\u0000',
    '\ud800',
    '-1',
    '💥',
    'x'.repeat(300),
    [],
    {},
    [null],
    [[[]]],
  ),
  // Values that break code that calls them.
  fc.constantFrom<Value>({ toString: 1 }, [{ toString: 1, valueOf: 1 }], { toJSON: {}, then: 1, length: -1 }),
  fc.constantFrom<Value>(-1, 0.5, 1e308, 2 ** 53 + 2, 2147483648, -2147483649),
  fc.constantFrom<Value>(
    { $patch: 'delete' },
    { $patch: 'replace', a: 1 },
    { $retainKeys: ['x'] },
    { '$setElementOrder/ports': [1] },
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Value>,
);

const oddKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'a.b',
  '$patch',
  'metadata',
  'spec',
  'status',
);

/** Puts odd values in a few places of a value. */
function mutated(value: Value): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(fc.nat(), oddValue, fc.option(oddKey)), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce(
        (text, [place, odd, key]) => mutateAt(text, place, JSON.stringify(odd), key),
        JSON.stringify(value),
      ),
    );
}

/** Works on the text of JSON, so that repeated keys and `__proto__` stay what they are. */
function mutateAt(text: string, place: number, odd: string, key: string | null): string {
  if (key !== null) {
    const braces = [...text.matchAll(/\{/g)].map(({ index }) => index + 1);
    const at = braces[place % Math.max(braces.length, 1)];
    if (at === undefined) return odd;
    return `${text.slice(0, at)}${JSON.stringify(key)}:${odd}${text[at] === '}' ? '' : ','}${text.slice(at)}`;
  }
  const values = [...text.matchAll(/:("(?:[^"\\]|\\.)*"|\d+|\[\]|\{)/g)];
  const target = values[place % Math.max(values.length, 1)];
  if (!target) return odd;
  const end = target[1] === '{' ? closingOf(text, target.index + 1) : target.index + target[0].length;
  return `${text.slice(0, target.index + 1)}${odd}${text.slice(end)}`;
}

function closingOf(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i + 1;
  }
  return text.length;
}

/** Bytes that are broken after they were written. */
const broken = (text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  fc.tuple(text, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 })).map(([whole, place, bytes]) => {
    const buffer = Buffer.from(whole);
    const at = place % (buffer.length + 1);
    return Buffer.concat([buffer.subarray(0, at), bytes, buffer.subarray(at + 1)]);
  });

/** Invalid type and object metadata. */
const oddHead: fc.Arbitrary<Buffer> = fc
  .dictionary(fc.constantFrom('kind', 'apiVersion', 'metadata', 'spec'), oddValue, { minKeys: 1, maxKeys: 2 })
  .map((object) => Buffer.from(JSON.stringify(object)));

const bodyOf = (value: Value): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(Buffer.from(JSON.stringify(value))) },
    { weight: 1, arbitrary: oddHead },
    { weight: 6, arbitrary: mutated(value).map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: broken(mutated(value)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constantFrom(1, 50, 3000).map((depth) => Buffer.from('{"spec":['.repeat(depth))) },
  );

const contentType = fc.oneof(
  { weight: 5, arbitrary: fc.constant('application/json') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'application/yaml',
      'application/vnd.kubernetes.protobuf',
      'application/cbor',
      'text/plain',
      ';;=',
      'application/json; charset=utf-16',
    ),
  },
);

const patchType = fc
  .constantFrom('json-patch', 'merge-patch', 'strategic-merge-patch', 'apply-patch')
  .map((type) => `application/${type}+json`);

const patchBody = (value: Value): fc.Arbitrary<Buffer> =>
  fc.oneof(
    bodyOf(value),
    fc
      .array(
        fc.record({
          op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'none'),
          path: fc.constantFrom(
            '',
            '/',
            '/metadata/name',
            '/spec',
            '/data/-',
            '/metadata/__proto__/polluted',
            '/constructor/prototype/polluted',
            '/spec/ports/0/port',
            '/~2',
          ),
          from: fc.constantFrom('', '/spec', '/metadata', '/spec/ports/9'),
          value: oddValue,
        }),
        { maxLength: 4 },
      )
      .map((operations) => Buffer.from(JSON.stringify(operations))),
  );

/** Continue tokens that no server has given. */
const oddContinuation = fc
  .record({
    v: fc.oneof(fc.constant<Value>('meta.k8s.io/v1'), oddValue),
    rv: fc.oneof(fc.constantFrom<Value>(1, -1), oddValue),
    start: fc.oneof(fc.constant<Value>('fuzz/a\u0000'), oddValue),
  })
  .map((token) => `?limit=1&continue=${Buffer.from(JSON.stringify(token)).toString('base64url')}`);

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.constantFrom(
            'limit',
            'continue',
            'resourceVersion',
            'resourceVersionMatch',
            'labelSelector',
            'fieldSelector',
            'dryRun',
            'fieldValidation',
            'fieldManager',
            'pretty',
            'timeoutSeconds',
            'propagationPolicy',
            'gracePeriodSeconds',
            'sendInitialEvents',
          ),
          fc.oneof(
            fc.constantFrom(
              '',
              '0',
              '1',
              '-1',
              '99999999999999999999',
              'All',
              'Strict',
              'a=b',
              'a in (',
              'metadata.name=x',
              'true',
            ),
            fc.string({ unit: 'binary', maxLength: 12 }),
          ),
        ),
        { maxLength: 4 },
      )
      .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')}`),
  },
  { weight: 1, arbitrary: oddContinuation },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((text) => `?${encode(text).replaceAll('%3D', '=')}`) },
);

/** Percent-encodes any text, also one with halves of characters. */
function encode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
}

const suffix = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', '/fuzzed', '/fuzzed') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      '/fuzzed',
      '/fuzzed',
      '/fuzzed',
      '/fuzzed/status',
      '/fuzzed/scale',
      '/fuzzed/eviction',
      '/fuzzed/binding',
      '/fuzzed/log',
      '/absent',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `/${encode(text)}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/..%2f..', '/%00', '/a%2fb', '//', '/.', '/%ff', '/%', '/__proto__', '/constructor'),
  },
);

const header = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'impersonate-user',
    'impersonate-extra-%zz',
    'impersonate-uid',
    'if-none-match',
    'audit-id',
    'x-odd',
    'range',
    'authorization',
  ),
  fc.oneof(
    fc.constantFrom(
      'application/json',
      'application/vnd.kubernetes.protobuf',
      'application/json;as=Table;v=v1;g=meta.k8s.io',
      '*/*;q=2',
      'gzip',
      ';',
      ',',
      'system:anonymous',
      'Bearer x',
      'Basic x',
    ),
    fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
  ),
  { maxKeys: 2 },
);

const method = fc.constantFrom(
  'POST',
  'POST',
  'POST',
  'PUT',
  'PUT',
  'PATCH',
  'PATCH',
  'DELETE',
  'GET',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
);

const onResource: fc.Arbitrary<OddRequest> = fc
  .tuple(fc.constantFrom(...VALID), method)
  .chain(([[collection, value], verb]) =>
    fc.record({
      method: fc.constant(verb),
      path: fc
        .tuple(verb === 'POST' ? fc.oneof({ weight: 3, arbitrary: fc.constant('') }, suffix) : suffix, query)
        .map(([end, rest]) => collection + end + rest),
      headers: fc
        .tuple(header, verb === 'PATCH' ? patchType : contentType)
        .map(([own, type]) => ({ ...own, 'content-type': type })),
      body:
        verb === 'GET' || verb === 'OPTIONS'
          ? fc.constant(undefined)
          : verb === 'PATCH'
            ? patchBody(value)
            : bodyOf(value),
    }),
  );

const onAnyPath: fc.Arbitrary<OddRequest> = fc.record({
  method,
  path: fc
    .tuple(
      fc.array(
        fc.oneof(
          fc.constantFrom(
            'api',
            'apis',
            'v1',
            'apps',
            'namespaces',
            'fuzz',
            'pods',
            'watch',
            'proxy',
            'openapi',
            'v2',
            'v3',
            'readyz',
            'metrics',
            '..',
            '',
            '%2e%2e',
          ),
          fc.string({ unit: 'binary', maxLength: 8 }).map(encode),
        ),
        {
          maxLength: 6,
        },
      ),
      query,
    )
    // Watches would take their time; they have their own tests.
    .map(([segments, rest]) => `/${segments.join('/')}${rest}`.replace('/watch/', '/watched/')),
  headers: header,
  body: fc.option(
    fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
    { nil: undefined },
  ),
});

/** Requests of all these sorts. */
export const oddRequest: fc.Arbitrary<OddRequest> = fc.oneof(
  { weight: 5, arbitrary: onResource },
  { weight: 1, arbitrary: onAnyPath },
);

/** The faults of a response; undefined when it is one that a client can. */
export function faultOf({ method, path, body }: OddRequest, { status, headers, text }: TestAnswer): string | undefined {
  const sent = JSON.stringify(body?.toString('latin1').slice(0, 2000));
  const shown = `${status} for ${method} ${path} ${sent}: ${text.slice(0, 300)}`;
  if (status >= 500) return shown;
  const type = headers['content-type'] ?? '';
  if (status < 400 || !type.includes('json')) return undefined;
  return isFailure(text, status) ? undefined : `no Status: ${shown}`;
}

function isFailure(text: string, status: number): boolean {
  try {
    const answer = JSON.parse(text) as Json;
    return answer.kind === 'Status' && answer.code === status && answer.status === 'Failure';
  } catch {
    return false;
  }
}
