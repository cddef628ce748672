import { define } from '../support/custom-definitions.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const THINGS = '/apis/verbs.example.com/v1/namespaces/default/things';
const NOT_SUPPORTED = ' is not supported on resources of kind "things.verbs.example.com"';
const UNKNOWN = 'the body of the request was in an unknown format - accepted media types include: ';
const OBJECTS = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
const PATCHES = 'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml';
const NO_NAME = 'name must be provided';
const NOT_ACCEPTED = `only the following media types are accepted: ${OBJECTS}`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await define(server, {
    metadata: { name: 'things.verbs.example.com' },
    spec: {
      group: 'verbs.example.com',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  });
  await server.client.post(THINGS, thing('a'));
});

afterAll(() => server.close());

const thing = (name: string): object => ({ apiVersion: 'verbs.example.com/v1', kind: 'Thing', metadata: { name } });

// Kinds of the reference have routes by method and path; its handler of custom resources goes by the verb alone.
describe('a request for custom resources', () => {
  const JSON_BODY = { 'content-type': 'application/json' };
  const TEXT_BODY = { 'content-type': 'text/plain' };
  const TEXT = { accept: 'text/plain' };

  it.each<[string, string, Record<string, string>, number, string]>([
    ['OPTIONS', '', {}, 405, NOT_SUPPORTED],
    ['OPTIONS', '/a', {}, 405, NOT_SUPPORTED],
    ['TRACE', '/a', {}, 405, NOT_SUPPORTED],
    ['PUT', '', JSON_BODY, 400, NO_NAME],
    ['PATCH', '', { 'content-type': 'application/merge-patch+json' }, 400, NO_NAME],
    ['POST', '', TEXT_BODY, 415, UNKNOWN + OBJECTS],
    ['PUT', '/a', TEXT_BODY, 415, UNKNOWN + OBJECTS],
    ['PATCH', '/a', TEXT_BODY, 415, UNKNOWN + PATCHES],
    ['PATCH', '/a', { 'content-type': 'application/strategic-merge-patch+json' }, 415, UNKNOWN + PATCHES],
    ['GET', '', TEXT, 406, NOT_ACCEPTED],
    ['GET', '/a', TEXT, 406, NOT_ACCEPTED],
    ['GET', '?limit=abc', TEXT, 406, NOT_ACCEPTED],
    ['DELETE', '/none', TEXT, 406, NOT_ACCEPTED],
    ['POST', '', { ...TEXT_BODY, ...TEXT }, 406, NOT_ACCEPTED],
    ['PATCH', '', { ...TEXT_BODY, ...TEXT }, 415, UNKNOWN + PATCHES],
    ['POST', '/a/status', JSON_BODY, 405, `create${NOT_SUPPORTED}`],
    ['DELETE', '/a/status', {}, 405, `delete${NOT_SUPPORTED}`],
    ['OPTIONS', '/a/status', {}, 405, NOT_SUPPORTED],
    ['GET', '/a/scale', {}, 404, 'things.verbs.example.com "a" not found'],
  ])('%s %s with %j: %i %s', async (method, path, headers, status, message) => {
    const hasBody = 'content-type' in headers;
    const answer = await server.client.request(method, THINGS + path, {
      headers,
      ...(hasBody ? { body: thing('a') } : {}),
    });
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  it.each(['', '/a', '/a/status'])('HEAD %s is answered as GET, without a body', async (path) => {
    const [head, got] = await Promise.all(
      ['HEAD', 'GET'].map((method) => server.client.request(method, THINGS + path, {})),
    );
    expect([head.status, head.text, got.status]).toEqual([200, '', 200]);
    expect(head.headers['content-type']).toBe(got.headers['content-type']);
  });

  it('POST to the path of an object creates the object that the body names', async () => {
    const answer = await server.client.post(`${THINGS}/b`, thing('c'));
    expect([answer.status, answer.body.metadata.name]).toEqual([201, 'c']);
    expect((await server.client.get(`${THINGS}/b`)).status).toBe(404);
  });
});

it('custom resources take media types with wildcards', async () => {
  const { status } = await server.client.request('GET', `${THINGS}/a`, { headers: { accept: 'application/*' } });
  expect(status).toBe(200);
});

describe('a request for objects of the reference', () => {
  it.each([
    ['OPTIONS', ''],
    ['HEAD', ''],
    ['HEAD', '/none'],
    ['PUT', ''],
  ])('%s %s has no route', async (method, path) => {
    const { status } = await server.client.request(method, `/api/v1/namespaces/default/configmaps${path}`, {});
    expect(status).toBe(405);
  });
});
