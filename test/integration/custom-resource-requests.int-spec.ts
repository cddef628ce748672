import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const OF = '/apis/req.example.com';
const BOATS = `${OF}/v1/namespaces/default/boats`;
const MERGE = { 'content-type': 'application/merge-patch+json' };

let server: TestServer;

function version(name: string, storage: boolean, member: Json): Json {
  const spec = { type: 'object', properties: { replicas: { type: 'integer' }, x: { type: 'string' }, ...member } };
  const status = { type: 'object', properties: { replicas: { type: 'integer' }, n: { type: 'integer' } } };
  return {
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
    subresources: { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
  };
}

const boat = (further: Json = {}): Json => ({ apiVersion: 'req.example.com/v1', kind: 'Boat', ...further });

const scale = (spec: Json): Json => ({ apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, spec });

beforeAll(async () => {
  server = await startTestServer();
  await server.ready;
  await server.client.post(DEFINITIONS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boats.req.example.com' },
    spec: {
      group: 'req.example.com',
      scope: 'Namespaced',
      names: { plural: 'boats', kind: 'Boat' },
      versions: [
        version('v1', false, { b: { type: 'string', default: 'bb' } }),
        version('v2', true, { c: { type: 'string', default: 'cc' } }),
      ],
    },
  });
  await eventually(async () => expect((await server.client.get(BOATS)).status).toBe(200));
  await server.client.post(BOATS, boat({ metadata: { name: 'a' }, spec: { x: '1' } }));
});

afterAll(() => server.close());

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: Json | string;
  readonly headers?: Record<string, string>;
}

async function send({ method, path, ...sent }: Sent): Promise<[number, string]> {
  const { status, text } = await server.request(method, path, sent);
  return [status, text.startsWith('{') ? (JSON.parse(text) as Json).message : text];
}

const NOT_REGISTERED = expect.stringContaining('no kind is registered for the type v1.Scale in scheme') as never;
const OTHER_VERSION = (sent: string): string =>
  `the API version in the data (${sent}) does not match the expected API version (req.example.com/v1)`;

describe('an answer with custom resources', () => {
  it.each([
    [BOATS, 'PartialObjectMetadata', 'a list (*unstructured.UnstructuredList)'],
    [`${BOATS}/a`, 'PartialObjectMetadataList', 'not a list (*unstructured.Unstructured)'],
  ])('of %s is refused as %s', async (path, shape, found) => {
    const headers = { accept: `application/json;as=${shape};g=meta.k8s.io;v=v1` };
    const message = `you requested ${shape}, but the requested object is ${found}`;
    expect(await send({ method: 'GET', path, headers })).toEqual([406, message]);
  });
});

describe('a request for a custom resource', () => {
  it.each<[string, Sent, number, string]>([
    [
      'another kind',
      { method: 'POST', path: BOATS, body: boat({ kind: 'Ship', metadata: { name: 'k' } }) },
      422,
      'Ship.req.example.com "k" is invalid: kind: Invalid value: "Ship": must be Boat',
    ],
    [
      'a version that is not there',
      { method: 'POST', path: BOATS, body: boat({ apiVersion: 'req.example.com/v9', metadata: { name: 'k' } }) },
      400,
      OTHER_VERSION('req.example.com/v9'),
    ],
    [
      'a version that is not there, strictly',
      {
        method: 'POST',
        path: `${BOATS}?fieldValidation=Strict`,
        body: boat({ apiVersion: 'req.example.com/v9', metadata: { name: 'k' }, spec: {} }),
      },
      400,
      'Boat in version "v9" cannot be handled as a Boat: strict decoding error: unknown field "spec"',
    ],
    [
      'another group',
      { method: 'POST', path: BOATS, body: boat({ apiVersion: 'other.example.com/v1', metadata: { name: 'k' } }) },
      400,
      OTHER_VERSION('other.example.com/v1'),
    ],
    [
      'a patch of the kind',
      { method: 'PATCH', path: `${BOATS}/a`, headers: MERGE, body: { kind: 'Ship' } },
      422,
      'Ship.req.example.com "a" is invalid: kind: Invalid value: "Ship": must be Boat',
    ],
    [
      'a patch of the version',
      { method: 'PATCH', path: `${BOATS}/a`, headers: MERGE, body: { apiVersion: 'v9' } },
      422,
      'Boat.req.example.com "a" is invalid: apiVersion: Invalid value: "v9": must be req.example.com/v1',
    ],
    [
      'a patch that leaves nothing',
      {
        method: 'PATCH',
        path: `${BOATS}/a`,
        headers: { 'content-type': 'application/json-patch+json' },
        body: '[{"op":"replace","path":"","value":{}}]',
      },
      422,
      expect.stringContaining("Object 'Kind' is missing in '{}'") as never,
    ],
    [
      'repeated members below an unknown one',
      {
        method: 'POST',
        path: `${BOATS}?fieldValidation=Strict`,
        body: '{"apiVersion":"req.example.com/v1","kind":"Boat","metadata":{"name":"k"},"spec":{"y":{"d":1,"d":2}}}',
      },
      400,
      'Boat in version "v1" cannot be handled as a Boat: strict decoding error: duplicate field "spec.y.d", unknown field "spec.y"',
    ],
    [
      'an unknown media type',
      { method: 'POST', path: BOATS, body: '', headers: { 'content-type': 'text/plain' } },
      415,
      expect.stringContaining('application/yaml, application/vnd.kubernetes.protobuf') as never,
    ],
    ['a subresource it lacks', { method: 'GET', path: `${BOATS}/a/zzz` }, 404, 'boats.req.example.com "a" not found'],
    ['the scale of nothing', { method: 'GET', path: `${BOATS}/no/scale` }, 404, 'boats.req.example.com "no" not found'],
    [
      'a scale without a value',
      { method: 'GET', path: `${BOATS}/a/scale` },
      500,
      'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
    ],
    [
      'the deletion of a scale',
      { method: 'DELETE', path: `${BOATS}/a/scale` },
      405,
      'delete is not supported on resources of kind "boats.req.example.com"',
    ],
    [
      'a malformed scale',
      { method: 'PUT', path: `${BOATS}/a/scale`, body: scale({ replicas: 'x' }) },
      400,
      NOT_REGISTERED,
    ],
    [
      'a negative scale',
      { method: 'PUT', path: `${BOATS}/a/scale`, body: scale({ replicas: -1 }) },
      422,
      'Boat.req.example.com "a" is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer',
    ],
    [
      'a status of the wrong type',
      { method: 'PATCH', path: `${BOATS}/a/status`, headers: MERGE, body: { status: { n: 'x' } } },
      422,
      'Boat.req.example.com "a" is invalid: status.n: Invalid value: "string": n in body must be of type integer: "string"',
    ],
    ['an unknown version', { method: 'GET', path: `${OF}/v9/namespaces/default/boats` }, 404, '404 page not found\n'],
    ['the discovery of an unknown version', { method: 'GET', path: `${OF}/v9` }, 404, '404 page not found\n'],
    ['a path below its discovery', { method: 'GET', path: `${OF}/v9/` }, 404, '404 page not found\n'],
    ['an unknown resource', { method: 'GET', path: `${OF}/v1/namespaces/default/ships` }, 404, '404 page not found\n'],
  ])('with %s is refused in the words of the reference', async (_what, sent, code, message) => {
    expect(await send(sent)).toEqual([code, message]);
  });

  it('for its discovery is answered whatever the method', async () => {
    const { status, body } = await server.request('POST', `${OF}/v1`, { body: {} });
    expect([status, body.kind, body.groupVersion]).toEqual([200, 'APIResourceList', 'req.example.com/v1']);
  });

  it('that writes the status changes no metadata', async () => {
    const { body } = await server.request('PATCH', `${BOATS}/a/status`, {
      headers: MERGE,
      body: { metadata: { labels: { a: 'b' } }, status: { n: 1 } },
    });
    expect([body.status, body.metadata.labels]).toEqual([{ n: 1 }, undefined]);
  });

  it('gets the defaults of its version written, and those of the storage version read', async () => {
    const path = `${OF}/v2/namespaces/default/boats`;
    expect((await server.client.get(`${BOATS}/a`)).body.spec).toEqual({ x: '1' });
    expect((await server.client.get(`${path}/a`)).body.spec).toEqual({ x: '1', c: 'cc' });
    const dry = await server.client.post(`${BOATS}?dryRun=All`, boat({ metadata: { name: 'd' }, spec: { b: 'q' } }));
    expect(dry.body.spec).toEqual({});
  });

  it('counts faults of changed metadata as often as the reference', async () => {
    const { body } = await server.request('PATCH', `${BOATS}/a`, {
      headers: MERGE,
      body: { metadata: { labels: { 'a b': 'c' } } },
    });
    expect(body.details.causes).toHaveLength(3);
  });
});
