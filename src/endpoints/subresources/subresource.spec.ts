import { Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json, TestAnswer } from '../../../test/support/test-client.js';
import { type ApiObject, failure } from '../../apimachinery/index.js';
import { type SubresourceDefinition, type SubresourceRequest, sameShape } from '../../registry/index.js';
import { ApiType, Field, ObjectMeta } from '../../schema/index.js';

@ApiType({ name: 'com.example.v1.Crew' })
class Crew {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'int32', { default: 1 }) size?: number;
}

const CREW = `${THINGS}/a/crew`;
const TYPE = { kind: 'Crew', apiVersion: 'example.com/v1' };
const MERGE = { 'content-type': 'application/merge-patch+json' };

let asked: SubresourceRequest[];
let answer: (request: SubresourceRequest) => Json;

/** Responds as the test says, and records the requests. */
class CrewHandler {
  handle(request: SubresourceRequest): Promise<ApiObject> {
    asked.push(request);
    return Promise.resolve(answer(request) as ApiObject);
  }
}

const crew = (verbs: SubresourceDefinition['verbs']): SubresourceDefinition => ({
  name: 'crew',
  verbs,
  group: 'example.com',
  version: 'v1',
  otherVersions: ['v1beta1'],
  kind: 'Crew',
  type: Crew,
  handler: CrewHandler,
});

let things: ThingEndpoint;

async function serve(...verbs: SubresourceDefinition['verbs'][number][]): Promise<void> {
  things = await openThingEndpoint({ definition: { subresources: [crew(verbs)] } });
  await things.send('POST', THINGS, { body: thing('a') });
}

beforeEach(() => {
  asked = [];
  answer = ({ body }) => ({ ...TYPE, metadata: { name: 'a', namespace: 'n' }, size: 3, ...body });
});

afterEach(() => things.close());

const send = (method: string, body?: Json, query = ''): Promise<TestAnswer> =>
  things.send(method, CREW + query, { body });
const verbs = (): string[] => asked.map(({ verb }) => verb);

describe('serveSubresource()', () => {
  it('answers with what the handler reads, in the form of its type', async () => {
    await serve('get', 'create');
    const { status, body } = await send('GET', undefined, '?x=1');
    const metadata = { name: 'a', namespace: 'n', creationTimestamp: null };
    expect([status, body]).toEqual([200, { ...TYPE, metadata, size: 3 }]);
    const [{ verb, namespace, name, query, body: sent }] = asked;
    expect([verb, namespace, name, query.get('x'), sent]).toEqual(['get', 'n', 'a', '1', undefined]);
  });

  it('shows the parent in the version of the request', async () => {
    const versions = [
      { name: 'v1', type: Thing },
      { name: 'v1beta1', type: Thing, conversion: sameShape },
    ];
    things = await openThingEndpoint({ definition: { versions, subresources: [crew(['create'])] } });
    const { apiVersion } = things.store.kind.storage;
    answer = () => ({ kind: 'Thing', apiVersion, metadata: { name: 'a' } });
    const sent = { body: { ...TYPE, metadata: { name: 'a' } } };
    const older = apiVersion.replace('v1', 'v1beta1');
    for (const [path, expected] of [
      [CREW, apiVersion],
      [CREW.replace('/v1/', '/v1beta1/'), older],
    ]) {
      const { status, body } = await things.send('POST', path, sent);
      expect([status, body.kind, body.apiVersion]).toEqual([201, 'Thing', expected]);
    }
  });

  it('answers 201 to a create, with defaults in its body', async () => {
    await serve('create');
    const { status, body } = await send('POST', { ...TYPE, metadata: { name: 'a' } });
    expect([status, body.size]).toEqual([201, 1]);
    expect(asked[0].body).toMatchObject({ ...TYPE, size: 1 });
    expect((await send('POST', { ...TYPE, apiVersion: 'example.com/v1beta1' })).status).toBe(201);
  });

  it.each([
    [{ kind: 'Status', apiVersion: 'v1', status: 'Success', code: 202 }, 202],
    [{ kind: 'Status', apiVersion: 'v1', status: 'Success' }, 201],
  ])('answers %j with %i', async (status, code) => {
    await serve('create');
    answer = () => ({ metadata: {}, ...status });
    const found = await send('POST', { ...TYPE, metadata: { name: 'a' } });
    expect([found.status, found.body]).toMatchObject([code, status]);
  });

  it('replaces what it has read, for the object of its path only', async () => {
    await serve('get', 'update');
    const { status, body } = await send('PUT', { ...TYPE, metadata: { name: 'a' }, size: 7 });
    expect([status, body.size, verbs()]).toEqual([200, 7, ['get', 'update']]);
    for (const metadata of [{ name: 'b' }, { name: 'a', namespace: 'm' }]) {
      expect((await send('PUT', { ...TYPE, metadata })).status).toBe(400);
    }
    expect(verbs()).toEqual(['get', 'update']);
  });

  it('patches what it reads, and hands it in as an update', async () => {
    await serve('get', 'update', 'patch');
    const patched = await things.send('PATCH', CREW, { body: '{"size":9}', headers: MERGE });
    expect([patched.status, patched.body.size, verbs()]).toEqual([200, 9, ['get', 'update']]);
    expect(asked[1].body).toMatchObject({ ...TYPE, size: 9 });
    const strict = await things.send('PATCH', `${CREW}?fieldValidation=Strict`, { body: '{"odd":9}', headers: MERGE });
    expect(strict.status).toBe(422);
    expect((await things.send('PATCH', `${CREW}?force=1`, { body: '{}', headers: MERGE })).status).toBe(422);
  });

  it('deletes', async () => {
    await serve('delete');
    expect((await send('DELETE')).status).toBe(200);
    expect(verbs()).toEqual(['delete']);
  });

  it.each([
    [['get'], 'POST'],
    [['create'], 'GET'],
    [['create'], 'PATCH'],
    [['create'], 'PUT'],
  ] as const)('with %j allows no %s', async (has, method) => {
    await serve(...has);
    const headers = method === 'PATCH' ? MERGE : {};
    const body = method === 'GET' ? undefined : { ...TYPE, metadata: { name: 'a' } };
    expect((await things.send(method, CREW, { body: body && JSON.stringify(body), headers })).status).toBe(405);
    expect(asked).toEqual([]);
  });

  it.each([
    ['POST', '?fieldValidation=Other', 422, 'CreateOptions.meta.k8s.io'],
    ['PUT', '?fieldValidation=Other', 422, 'UpdateOptions.meta.k8s.io'],
    ['POST', '?fieldValidation=Strict', 400, 'unknown field "odd"'],
  ])('checks the options of %s%s: %i', async (method, query, code, message) => {
    await serve('create', 'update');
    const found = await send(method, { ...TYPE, metadata: { name: 'a' }, odd: 1 }, query);
    expect([found.status, found.body.message]).toEqual([code, expect.stringContaining(message)]);
    expect(asked).toEqual([]);
  });

  it('chooses the formats of answer and body before it reads options', async () => {
    await serve('create');
    const post = (headers: Record<string, string>): Promise<TestAnswer> =>
      things.send('POST', `${CREW}?dryRun=Other`, { body: 'x', headers });
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post({})).status).toBe(422);
  });

  it('answers as the handler fails', async () => {
    await serve('get');
    answer = () => {
      throw failure(418, 'no crew');
    };
    const { status, body } = await send('GET');
    expect([status, body.message]).toEqual([418, 'no crew']);
  });
});
