import {
  MAX_JSON_PATCH_OPERATIONS,
  MAX_STRICT_PROBLEMS,
  MAX_STRUCTS,
  MAX_VALUES,
  MAX_WARNING_RUNES,
} from '../../src/apimachinery/index.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
const JSON_PATCH = 'application/json-patch+json';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const metadata = { name: 'patched' };
  const list = { finalizers: Array.from({ length: 1_000 }, (_, i) => `example.com/f${i}`) };
  await server.request('POST', MAPS, { body: { metadata, data: { a: '' } } });
  await server.request('POST', MAPS, { body: { metadata: { name: 'long', ...list }, data: { a: '' } } });
});

afterAll(() => server.close());

const repeat = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(',');
const configMap = (members: string): string => `{"metadata":{"name":"a"},${members}}`;
const pod = (containers: string): string => `{"metadata":{"name":"a"},"spec":{"containers":[${containers}]}}`;

function create(path: string, body: string, contentType = 'application/json'): Promise<TestAnswer> {
  return server.request('POST', `${path}?dryRun=All`, { body, headers: { 'content-type': contentType } });
}

function patch(name: string, body: unknown, contentType = JSON_PATCH): Promise<TestAnswer> {
  return server.request('PATCH', `${MAPS}/${name}?dryRun=All`, {
    body: JSON.stringify(body),
    headers: { 'content-type': contentType },
  });
}

/** Code, reason and message of an answer. */
function statusOf({ status, body }: TestAnswer): unknown[] {
  const { reason, message } = body as Json;
  return [status, reason, message];
}

const tooLarge = (limit: string): unknown[] => [
  413,
  'RequestEntityTooLarge',
  `Request entity too large: limit is ${limit}`,
];

describe('what a body may hold', () => {
  it.each<[string, () => Promise<TestAnswer>, string]>([
    ['values in JSON', () => create(MAPS, configMap(`"x":[${repeat(MAX_VALUES, () => '1')}]`)), `${MAX_VALUES} values`],
    [
      'values in a merge patch',
      () => patch('patched', { x: new Array(MAX_VALUES).fill(1) }, 'application/merge-patch+json'),
      `${MAX_VALUES} values`,
    ],
    [
      'values in YAML',
      () => create(MAPS, `x: [${repeat(2 * MAX_VALUES, () => '1')}]`, 'application/yaml'),
      `${MAX_VALUES} values`,
    ],
    ['lines of YAML', () => create(MAPS, '\n'.repeat(700_000), 'application/yaml'), '600000 lines and elements'],
    ['structs', () => create(PODS, pod(repeat(MAX_STRUCTS + 1, () => '{}'))), `${MAX_STRUCTS} elements`],
    [
      'structs given as null',
      () => create(PODS, pod(repeat(MAX_STRUCTS + 1, () => 'null'))),
      `${MAX_STRUCTS} elements`,
    ],
  ])('is limited in %s', async (_what, send, limit) => {
    expect(statusOf(await send())).toEqual(tooLarge(limit));
  });

  it('is limited in protobuf', async () => {
    // Pod.spec.containers: 150,001 empty messages.
    const containers = Buffer.alloc(2 * (MAX_VALUES + 1), Uint8Array.of(0x12, 0x00));
    const spec = field(2, containers);
    const envelope = Buffer.concat([field(1, Buffer.concat([text(1, 'v1'), text(2, 'Pod')])), field(2, spec)]);
    const body = Buffer.concat([Buffer.from('k8s\0', 'latin1'), envelope]);
    const headers = { 'content-type': 'application/vnd.kubernetes.protobuf' };
    const answer = await server.request('POST', `${PODS}?dryRun=All`, { body, headers });
    expect(statusOf(answer)).toEqual(tooLarge(`${MAX_VALUES} values`));
  });

  it('is not limited by what a text has in it', async () => {
    const { status } = await create(MAPS, configMap(`"data":{"a":"${'{},'.repeat(200_000)}"}`));
    expect(status).toBe(201);
  });
});

describe('repeated and unknown members', () => {
  const many: [string, string][] = [
    ['unknown', repeat(120_000, (i) => `"x${i}":1`)],
    ['repeated', repeat(120_000, () => '"data":{}')],
    [
      'repeated, filling a large one further',
      `"data":{${repeat(10_000, (i) => `"k${i}":""`)}},${repeat(100_000, () => '"data":{}')}`,
    ],
    ['repeated, deep down', `"x":${'['.repeat(3_000)}{${repeat(100_000, () => '"a":1')}}${']'.repeat(3_000)}`],
    ['repeated, behind a long key', `"x":{"${'k'.repeat(1_000_000)}":{${repeat(100_000, () => '"a":1')}}}`],
  ];

  it.each(many)('are taken with a warning, however many are %s', async (_what, members) => {
    const { status, headers } = await create(MAPS, configMap(members));
    expect(status).toBe(201);
    expect(String(headers.warning).length).toBeLessThan(3 * MAX_WARNING_RUNES);
  });

  it.each(many)('are refused in strict reading with a short message, however many are %s', async (_what, members) => {
    const path = `${MAPS}?dryRun=All&fieldValidation=Strict`;
    const headers = { 'content-type': 'application/json' };
    const [status, , message] = statusOf(await server.request('POST', path, { body: configMap(members), headers }));
    expect(status).toBe(400);
    expect(String(message).length).toBeLessThan(32 * 1024);
    expect(String(message).match(/(unknown|duplicate) field/g)!.length).toBeLessThanOrEqual(MAX_STRICT_PROBLEMS);
  });
});

describe('JSON patches', () => {
  it('may have so many operations', async () => {
    const operations = Array.from({ length: MAX_JSON_PATCH_OPERATIONS }, () => ({
      op: 'add',
      path: '/data/b',
      value: '',
    }));
    expect((await patch('patched', operations)).status).toBe(200);
    expect(statusOf(await patch('patched', [...operations, operations[0]]))).toEqual([
      413,
      'RequestEntityTooLarge',
      'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    ]);
  });

  it('move only so many elements of lists', async () => {
    const first = { op: 'move', from: '/metadata/finalizers/999', path: '/metadata/finalizers/0' };
    expect((await patch('long', new Array(100).fill(first))).status).toBe(200);
    const large = { op: 'add', path: '/x', value: new Array(100_000).fill(1) };
    const [status, reason] = statusOf(
      await patch('long', [large, ...new Array(1_000).fill({ op: 'add', path: '/x/0', value: 1 })]),
    );
    expect([status, reason]).toEqual([422, 'Invalid']);
  });
});

/** A protobuf field of bytes. */
function field(number: number, bytes: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
}

function text(number: number, value: string): Buffer {
  return field(number, Buffer.from(value));
}
