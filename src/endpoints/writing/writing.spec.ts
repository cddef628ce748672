import { Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json, TestAnswer } from '../../../test/support/test-client.js';
import type { ApiObject } from '../../apimachinery/index.js';
import type { AuthorizationAttributes, Decision } from '../../authz/index.js';
import { sameShape } from '../../registry/index.js';

const A = `${THINGS}/a`;
const APPLY = { 'content-type': 'application/apply-patch+yaml' };
const MERGE = { 'content-type': 'application/merge-patch+json' };
const REPEATED = '".metadata.ownerReferences contains duplicate entries;';

let things: ThingEndpoint;
let asked: AuthorizationAttributes[];
let decision: Decision;

function serve(definition: object = {}): Promise<ThingEndpoint> {
  const authorize = (attributes: AuthorizationAttributes): Decision => {
    asked.push(attributes);
    return decision;
  };
  return openThingEndpoint({ definition, handler: { authorizer: { authorize } } });
}

beforeEach(async () => {
  [asked, decision] = [[], { verdict: 'Allow', reason: '' }];
  things = await serve();
});

afterEach(() => things.close());

/** Things of another service: of the same kind, in place of the ones before. */
async function become(definition: object): Promise<void> {
  await things.close();
  things = await serve(definition);
}

const create = (body: object = thing('a'), query = ''): Promise<TestAnswer> =>
  things.send('POST', THINGS + query, { body });
const put = (body: object, path = A): Promise<TestAnswer> => things.send('PUT', path, { body });
const merge = (body: object, path = A): Promise<TestAnswer> => things.send('PATCH', path, { body, headers: MERGE });
const apply = (body: string, query = '?fieldManager=me', path = A): Promise<TestAnswer> =>
  things.send('PATCH', path + query, { body, headers: APPLY });

const configuration = (more = '', name = 'a'): string =>
  `apiVersion: test.example.com/v1\nkind: Thing\nmetadata: {name: ${name}}\n${more}`;

/** Each way to write the object `a` as if it had another name or namespace. */
const WAYS: readonly (readonly [string, (metadata: Json) => Promise<TestAnswer>])[] = [
  ['PUT', (metadata) => put({ ...thing('a'), metadata: { name: 'a', ...metadata } })],
  ['a merge patch', (metadata) => merge({ metadata })],
  ['an apply', (metadata) => apply(JSON.stringify({ ...thing('a'), metadata: { name: 'a', ...metadata } }))],
];

describe('createObject()', () => {
  it('stores the object and answers 201 with it', async () => {
    const { status, body } = await create(thing('a', { color: 'red' }));
    expect([status, body.kind, body.metadata.namespace, body.spec]).toEqual([
      201,
      'Thing',
      'n',
      { count: 3, color: 'red' },
    ]);
    expect((await things.send('GET', A)).body).toEqual(body);
    expect((await create()).status).toBe(409);
  });

  it('stores nothing in a dry run', async () => {
    expect((await create(thing('a'), '?dryRun=All')).status).toBe(201);
    expect((await things.send('GET', A)).status).toBe(404);
  });

  it('records who has set which fields', async () => {
    const owners = (await create(thing('a'), '?fieldManager=me')).body.metadata.managedFields as Json[];
    expect(owners).toEqual([expect.objectContaining({ manager: 'me', operation: 'Update' })]);
  });

  it.each([
    ['?fieldValidation=Strict', 400],
    ['?fieldValidation=Warn', 201],
    ['?fieldValidation=Other', 422],
    ['?dryRun=Other', 422],
  ])('with %s answers an unknown field with %i', async (query, status) => {
    expect((await create({ ...thing('a'), odd: 1 }, query)).status).toBe(status);
  });

  it('chooses the format of the answer, then of the body, before it reads options', async () => {
    const send = (headers: Record<string, string>): Promise<TestAnswer> =>
      things.send('POST', `${THINGS}?dryRun=Other`, { body: 'x', headers });
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v9';
    expect((await send({ 'content-type': 'text/plain', accept })).status).toBe(406);
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send({})).status).toBe(422);
  });
});

describe('updateObject()', () => {
  it('replaces the object', async () => {
    await create(thing('a', { color: 'red' }));
    const { status, body } = await put(thing('a', { count: 1 }));
    expect([status, body.spec]).toEqual([200, { count: 1 }]);
    expect((await put(thing('a', { count: 2 }), `${A}?dryRun=All`)).body.spec.count).toBe(2);
    expect((await things.send('GET', A)).body.spec.count).toBe(1);
  });

  it('creates nothing, unless the kind allows that', async () => {
    expect((await put(thing('a'))).status).toBe(404);
    expect((await things.send('GET', A)).status).toBe(404);
    await become({ putCreates: true });
    expect([(await put(thing('a'))).status, (await put(thing('a'))).status]).toEqual([201, 200]);
    expect(asked).toEqual([expect.objectContaining({ verb: 'create', name: 'a', namespace: 'n' })]);
  });

  it.each<Decision['verdict']>(['Deny', 'NoOpinion'])('creates nothing for those who may not: %s', async (verdict) => {
    await become({ putCreates: true });
    decision = { verdict, reason: 'because' };
    const { status, body } = await put(thing('a'));
    expect([status, body.message]).toEqual([403, expect.stringContaining('cannot create resource "things"')]);
    expect((await things.send('GET', A)).status).toBe(404);
  });

  it.each([
    ['', '/registry/test.example.com/things/n/a'],
    ['?dryRun=All', '/test.example.com/things/n/a'],
  ])('refuses the uid of another object%s', async (query, key) => {
    const { uid } = (await create()).body.metadata;
    expect((await put(thing('a', {}, { uid }), A + query)).status).toBe(200);
    const { status, body } = await put(thing('a', {}, { uid: 'other' }), A + query);
    expect([status, body.message]).toEqual([409, expect.stringContaining(`Key: ${key}, ResourceVersion: 0`)]);
    expect(body.message).toContain(`UID in precondition: other, UID in object meta: ${uid}`);
  });

  it('drops owners that are named twice, and warns', async () => {
    await create();
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };
    const { headers, body } = await put(thing('a', {}, { ownerReferences: [owner, owner] }));
    expect(headers.warning).toContain(REPEATED);
    expect(body.metadata.ownerReferences).toEqual([owner]);
  });

  it('sends the object as it was sent once more after a lost race', async () => {
    await create(thing('a', { count: 1 }));
    const { update } = things.storage;
    let races = 0;
    things.storage.update = async (...write) => {
      if (races++ > 0) return update.apply(things.storage, write);
      things.storage.update = update;
      await things.send('PATCH', A, { body: { metadata: { labels: { raced: 'yes' } } }, headers: MERGE });
      return update.apply(things.storage, write);
    };
    const { status, body } = await put(thing('a', { count: 2 }));
    expect([status, body.spec, body.metadata.labels]).toEqual([200, { count: 2 }, undefined]);
  });
});

describe('every write of an object', () => {
  beforeEach(() => create());

  it.each(WAYS)('by %s is refused for another name', async (_way, write) => {
    const { status, body } = await write({ name: 'b' });
    const why = 'the name of the object (b) does not match the name on the URL (a)';
    expect([status, body.message]).toEqual([400, why]);
  });

  it.each(WAYS)('by %s is refused for another namespace', async (_way, write) => {
    const { status, body } = await write({ namespace: 'other', name: 'b' });
    const why = 'the namespace of the provided object does not match the namespace sent on the request';
    expect([status, body.message]).toEqual([400, why]);
    expect((await write({ namespace: 'n' })).status).toBe(200);
  });

  it.each(WAYS.slice(0, 2))('by %s is refused without a name', async (_way, write) => {
    const { status, body } = await write({ name: null });
    const why = 'the name of the object (a based on URL) was undeterminable: name must be provided';
    expect([status, body.message]).toEqual([400, why]);
  });

  it.each(WAYS)('by %s ignores the namespace for kinds of the cluster', async (way, write) => {
    await become({ namespaced: false, quirks: { nameIsNamespace: true } });
    const path = '/apis/test.example.com/v1/things';
    await things.send('POST', path, { body: thing('a') });
    // Below the path of a namespace the request has one.
    const answer = await write({ namespace: 'other' });
    expect([way, answer.body.message]).not.toEqual([way, expect.stringContaining('namespace of the provided object')]);
  });
});

describe('patchObject()', () => {
  it('patches the object in the version of the request', async () => {
    await create(thing('a', { color: 'red' }));
    const { status, body } = await merge({ spec: { count: 7 } });
    expect([status, body.spec]).toEqual([200, { color: 'red', count: 7 }]);
    expect((await merge({ spec: { count: 8 } }, `${A}?dryRun=All`)).body.spec.count).toBe(8);
    expect((await things.send('GET', A)).body.spec.count).toBe(7);
  });

  it('answers 404 where there is no object', async () => {
    expect((await merge({})).status).toBe(404);
  });

  it.each([
    ['?fieldValidation=Strict', 422],
    ['?force=true', 422],
    ['?fieldValidation=Warn', 200],
  ])('with %s answers an unknown field with %i', async (query, status) => {
    await create();
    expect((await merge({ odd: 1 }, A + query)).status).toBe(status);
  });

  it('chooses the format of the patch, then of the answer, before it reads options', async () => {
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v9';
    const send = (headers: Record<string, string>): Promise<TestAnswer> =>
      things.send('PATCH', `${A}?dryRun=Other`, { body: '{}', headers });
    expect((await send({ 'content-type': 'application/merge-patch+json;x', accept })).status).toBe(406);
    expect((await send({ 'content-type': 'text/plain, application/merge-patch+json', accept })).status).toBe(415);
    expect((await send(MERGE)).status).toBe(422);
  });
});

describe('applyObject()', () => {
  it('creates the object, 201, and changes it, 200', async () => {
    expect((await apply(configuration('spec: {color: red}'))).status).toBe(201);
    const { status, body } = await apply(configuration('spec: {color: blue}'));
    expect([status, body.spec.color]).toEqual([200, 'blue']);
    expect(asked).toEqual([expect.objectContaining({ verb: 'create', name: 'a' })]);
  });

  it('creates nothing for those who may not', async () => {
    decision = { verdict: 'NoOpinion', reason: 'because' };
    expect((await apply(configuration())).status).toBe(403);
    expect((await things.send('GET', A)).status).toBe(404);
  });

  it('stores nothing in a dry run', async () => {
    expect((await apply(configuration(), '?fieldManager=me&dryRun=All')).status).toBe(201);
    expect((await things.send('GET', A)).status).toBe(404);
  });

  it('takes what others own only by force', async () => {
    await apply(configuration('spec: {color: red}'));
    const blue = configuration('spec: {color: blue}');
    expect((await apply(blue, '?fieldManager=other')).status).toBe(409);
    expect((await apply(blue, '?fieldManager=other&force=false')).status).toBe(409);
    expect((await apply(blue, '?fieldManager=other&force=true')).body.spec.color).toBe('blue');
  });

  it('requires a field manager', async () => {
    expect((await apply(configuration(), '')).body.message).toContain('fieldManager: Required value');
    expect((await apply(configuration(), '?fieldManager=')).status).toBe(422);
  });

  const TWICE = configuration('spec: {color: red, color: blue}');
  it.each([
    ['Warn', 201, '299 - "line 4: key \\"color\\" already set in map"'],
    ['Ignore', 201, undefined],
    ['Strict', 400, undefined],
  ])('reads fields that are set twice with %s: %i', async (validation, status, warning) => {
    const answer = await apply(TWICE, `?fieldManager=me&fieldValidation=${validation}`);
    expect([answer.status, answer.headers.warning]).toEqual([status, warning]);
  });

  it('says what a strict reading has against it', async () => {
    const { message } = (await apply(TWICE, '?fieldManager=me&fieldValidation=Strict')).body;
    expect(message).toContain('error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:');
    expect((await things.send('GET', A)).status).toBe(404);
  });

  it.each([
    ['[1]', 'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array'],
    ['1', 'cannot unmarshal number'],
    ['null', 'invalid object type: /, Kind='],
    ['', 'invalid object type: /, Kind='],
    ['{', 'error decoding YAML: error converting YAML to JSON: yaml: line 1: did not find expected node content'],
  ])('refuses the configuration %j', async (body, message) => {
    const answer = await apply(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('writes status alone through its subresource', async () => {
    await create(thing('a', { color: 'red' }));
    const sent = configuration('status: {phase: New}');
    const { body } = await apply(sent, '?fieldManager=me', `${A}/status`);
    expect([body.status, body.spec.color]).toEqual([{ phase: 'New' }, 'red']);
  });
});

describe('a kind of several versions', () => {
  const versions = [
    { name: 'v1', type: Thing },
    { name: 'v2', type: Thing, conversion: sameShape },
  ];

  it('reads a patched document in the version that it names', async () => {
    await become({ versions });
    await create();
    const { status, body } = await merge({ apiVersion: 'test.example.com/v2', spec: { color: 'red' } });
    expect([status, body.apiVersion, body.spec.color]).toEqual([200, 'test.example.com/v1', 'red']);
    expect((await merge({ apiVersion: 'test.example.com/v3' })).status).toBe(422);
  });

  it('waits for the conversion of what it stores', async () => {
    const convert = (
      objects: readonly ApiObject[],
      _from: object,
      { name }: { name: string },
    ): Promise<ApiObject[]> => {
      const later = objects.map((object) => ({ ...object, apiVersion: `test.example.com/${name}` }));
      return new Promise((resolve) => setImmediate(() => resolve(later)));
    };
    const declared = versions.map(({ name, type }) => ({ name, type }));
    await become({ versions: declared, converter: { batchSize: 2, convert } });
    const path = THINGS.replace('/v1/', '/v2/');
    const body = { ...thing('a', { color: 'red' }), apiVersion: 'test.example.com/v2' };
    const created = await things.send('POST', path, { body });
    expect([created.status, created.body.apiVersion, created.body.spec.color]).toEqual([201, body.apiVersion, 'red']);
    expect((await things.send('GET', A)).body).toMatchObject({
      apiVersion: 'test.example.com/v1',
      spec: { color: 'red' },
    });
  });

  it('refuses a whole document of another version', async () => {
    await become({ versions });
    const { status, body } = await create({ ...thing('a'), apiVersion: 'test.example.com/v2' });
    expect([status, body.message]).toEqual([
      400,
      'the API version in the data (test.example.com/v2) does not match the expected API version (test.example.com/v1)',
    ]);
  });
});
