import { gunzipSync } from 'node:zlib';
import { Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json, TestAnswer } from '../../../test/support/test-client.js';
import { failure } from '../../apimachinery/index.js';
import { type KindVersion, sameShape } from '../../registry/index.js';

const A = `${THINGS}/a`;
const V2 = THINGS.replace('/v1/', '/v2/');

const versions: KindVersion[] = [
  { name: 'v1', type: Thing },
  { name: 'v2', type: Thing, conversion: sameShape },
];

let things: ThingEndpoint;

beforeAll(async () => {
  things = await openThingEndpoint({ definition: { versions } });
  for (const name of ['a', 'b']) await things.send('POST', THINGS, { body: thing(name, { color: 'red' }) });
});

afterAll(() => things.close());

const get = (path: string, accept = 'application/json', headers = {}): Promise<TestAnswer> =>
  things.send('GET', path, { headers: { accept, ...headers } });

describe('answers with objects', () => {
  it.each([
    ['application/json', 'application/json', /^\{"kind":"Thing","apiVersion":"test.example.com\/v1","metadata"/],
    ['application/yaml', 'application/yaml', /^apiVersion: test.example.com\/v1\n/],
    ['*/*', 'application/json', /^\{/],
    ['image/png, application/yaml', 'application/yaml', /^apiVersion/],
  ])('in the format that %j names first', async (accept, type, text) => {
    const answer = await get(A, accept);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.text).toMatch(text);
  });

  it('carry the headers of every answer', async () => {
    const { headers, text } = await get(A);
    expect(headers).toMatchObject({
      'audit-id': 'the-request',
      'cache-control': 'no-cache, private',
      'content-length': String(Buffer.byteLength(text)),
    });
    expect(headers).not.toHaveProperty('x-kubernetes-pf-flowschema-uid');
  });

  it.each([
    [`${A}?pretty=true`, {}, true],
    [`${A}?pretty=1`, {}, true],
    [`${A}?pretty=false`, { 'user-agent': 'curl/8' }, false],
    [`${A}?pretty=`, { 'user-agent': 'curl/8' }, true],
    [A, { 'user-agent': 'curl/8' }, true],
    [A, { 'user-agent': 'Wget/1' }, true],
    [A, { 'user-agent': 'Mozilla/5.0 (X11)' }, true],
    [A, { 'user-agent': 'Mozilla/4.0' }, false],
    [A, { 'user-agent': 'a curl/8' }, false],
    [A, { accept: 'application/json;pretty=1' }, true],
    [A, {}, false],
    [`${THINGS}?pretty=true`, {}, true],
    [`${V2}/a?pretty=true`, {}, true],
  ])('indent %s for %j: %s', async (path, headers, isIndented) => {
    const { text, body } = await get(path, 'application/json', headers);
    expect(text.startsWith('{\n  "kind"')).toBe(isIndented);
    expect(body.kind).toMatch(/^Thing/);
  });

  it('are shown in the version of the request', async () => {
    expect((await get(`${V2}/a`)).body).toMatchObject({ apiVersion: 'test.example.com/v2', spec: { color: 'red' } });
    expect((await get(`${V2}/a`)).body).toMatchObject({ apiVersion: 'test.example.com/v2', spec: { color: 'red' } });
    const { body } = await get(V2);
    expect(body).toMatchObject({ kind: 'ThingList', apiVersion: 'test.example.com/v2' });
    expect((body.items as Json[]).map(({ kind, metadata, spec }) => [kind, metadata.name, spec.color])).toEqual([
      [undefined, 'a', 'red'],
      [undefined, 'b', 'red'],
    ]);
  });

  it('are lists with the version of the state and what follows', async () => {
    const { body } = await get(`${THINGS}?limit=1`);
    expect(body).toMatchObject({ kind: 'ThingList', apiVersion: 'test.example.com/v1' });
    expect(body.metadata).toEqual({
      resourceVersion: expect.any(String) as string,
      continue: expect.any(String) as string,
      remainingItemCount: 1,
    });
    const next = await get(`${THINGS}?limit=1&continue=${body.metadata.continue}`);
    expect((next.body.items as Json[]).map(({ metadata }) => metadata.name as string)).toEqual(['b']);
    expect(next.body.metadata.continue ?? '').toBe('');
  });
});

describe('sendError()', () => {
  const failing = async (error: unknown, headers = {}): Promise<TestAnswer> => {
    const own = await openThingEndpoint();
    own.store.get = () => {
      throw error;
    };
    const answer = await own.send('GET', A, { headers });
    await own.close();
    return answer;
  };

  it('answers with the Status of an error', async () => {
    const { status, body, headers } = await failing(failure(418, 'a teapot', { reason: 'Teapot' as never }));
    expect([status, body]).toEqual([418, expect.objectContaining({ kind: 'Status', message: 'a teapot', code: 418 })]);
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('says when to try again', async () => {
    const error = failure(429, 'later', { reason: 'TooManyRequests', details: { retryAfterSeconds: 7 } });
    expect((await failing(error)).headers['retry-after']).toBe('7');
  });

  it('hides what was not expected', async () => {
    const { status, body } = await failing(new Error('a secret'));
    expect([status, body.reason]).toEqual([500, 'InternalError']);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('answers in the format of the client, indented for people', async () => {
    expect((await failing(failure(418, 'x'), { accept: 'application/yaml' })).text).toMatch(/^apiVersion: v1\n/);
    expect((await failing(failure(418, 'x'), { 'user-agent': 'curl/8' })).text).toMatch(/^\{\n {2}"kind"/);
    expect((await failing(failure(418, 'x'), { accept: 'application/json' })).text).toMatch(/^\{"kind"/);
  });

  it('indents for every client whose formats it does not have', async () => {
    const { headers, text } = await things.send('GET', A, { headers: { accept: 'image/png' } });
    expect([headers['content-type'], text.startsWith('{\n  "kind": "Status"')]).toEqual(['application/json', true]);
  });
});

describe('what is compressed', () => {
  it('is an answer that is large enough, for those who take that', async () => {
    const own = await openThingEndpoint({ compresses: true });
    const color = 'x'.repeat(200_000);
    await own.send('POST', THINGS, { body: thing('a', { color }) });
    const gzip = { 'accept-encoding': 'gzip' };
    for (const path of [A, THINGS]) {
      const plain = await own.send('GET', path);
      const response = await own.open('GET', path, { headers: gzip });
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      expect([plain.headers['content-encoding'], response.headers['content-encoding']]).toEqual([undefined, 'gzip']);
      expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(plain.text);
    }
    await own.close();
  });
});
