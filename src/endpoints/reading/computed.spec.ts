import { Thing, thing } from '../../../test/support/registry-store.js';
import { type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json, TestAnswer } from '../../../test/support/test-client.js';
import { type ApiObject, failure, notFound } from '../../apimachinery/index.js';
import { AdmissionChain } from '../../admission/index.js';
import { ComputedResource, ReviewResource } from '../../plugin-host/index.js';
import { ComputedStore, type ObjectSource, ReviewOperation, sameShape } from '../../registry/index.js';
import { RequestObservers } from '../../request/index.js';

const PATH = '/apis/test.example.com/v1/things';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';

let things: ThingEndpoint;

afterEach(() => things.close());

const send = (method: string, path: string, body?: Json, accept = 'application/json'): Promise<TestAnswer> =>
  things.send(method, path, { body, headers: { accept } });

describe('serveComputed()', () => {
  const source: ObjectSource = {
    get: (name) => {
      if (name !== 'a') throw notFound({ group: 'test.example.com', resource: 'things' }, name);
      return Promise.resolve(thing('a', { color: 'red' }));
    },
    list: () => Promise.resolve(['a', 'b'].map((name) => thing(name, {}, { labels: { of: name } }))),
  };

  beforeEach(async () => {
    const definition = { namespaced: false, versions: [{ name: 'v1', type: Thing, verbs: ['get', 'list'] }] };
    things = await openThingEndpoint({
      definition,
      serve: (parts) => new ComputedResource(parts, new ComputedStore(parts.kind, source)),
    });
  });

  it('answers with an object, which has no version', async () => {
    const { status, body, text } = await send('GET', `${PATH}/a`);
    expect([status, body.metadata, body.spec]).toEqual([
      200,
      { name: 'a', creationTimestamp: null },
      expect.objectContaining({ color: 'red' }),
    ]);
    expect(text.endsWith('\n')).toBe(true);
    expect((await send('GET', `${PATH}/b`)).status).toBe(404);
  });

  it('answers with those that selectors pick, as a list without a version', async () => {
    const all = (await send('GET', PATH)).body;
    expect([all.kind, all.metadata]).toEqual(['ThingList', {}]);
    expect((all.items as Json[]).map(({ metadata }) => metadata.name as string)).toEqual(['a', 'b']);
    for (const selector of ['labelSelector=of=b', 'fieldSelector=metadata.name=b']) {
      const { items } = (await send('GET', `${PATH}?${selector}`)).body;
      expect((items as Json[]).map(({ metadata }) => metadata.name as string)).toEqual(['b']);
    }
    expect((await send('GET', PATH, undefined, TABLE)).body.rows).toHaveLength(2);
  });

  it.each([
    ['fieldSelector=spec.odd=1', 400],
    ['resourceVersionMatch=Exact', 422],
    ['limit=x', 400],
  ])('refuses %s with %i', async (query, status) => {
    expect((await send('GET', `${PATH}?${query}`)).status).toBe(status);
  });

  it('allows nothing else', async () => {
    expect((await send('POST', PATH, thing('a') as never)).status).toBe(405);
    expect((await send('GET', `${PATH}?watch=1`)).status).toBe(405);
  });
});

describe('createReview()', () => {
  let answer: (object: Thing) => ApiObject;

  beforeEach(async () => {
    answer = (object) => ({ ...object, status: { phase: 'Seen' } }) as ApiObject;
    const versions = [
      { name: 'v1', type: Thing, verbs: ['create'] },
      { name: 'v2', type: Thing, verbs: ['create'], conversion: sameShape },
    ];
    const admission = new AdmissionChain(new RequestObservers(() => {}));
    const handler = { create: (object: ApiObject) => answer(object as Thing) };
    const parts = { handler, admission, isEnabled: () => true, now: () => new Date(0) };
    things = await openThingEndpoint({
      definition: { namespaced: false, versions: versions as never },
      serve: (served) => new ReviewResource(served, new ReviewOperation({ ...parts, kind: served.kind })),
    });
  });

  it('answers 201 with the reviewed object, in the version of the request', async () => {
    const { status, body } = await send('POST', PATH, thing('a', { color: 'red' }) as never);
    expect([status, body.status, body.spec]).toEqual([201, { phase: 'Seen' }, { count: 3, color: 'red' }]);
    const v2 = { ...thing('a'), apiVersion: 'test.example.com/v2' };
    const other = await send('POST', PATH.replace('v1', 'v2'), v2 as never);
    expect([other.status, other.body.apiVersion, other.body.status]).toEqual([
      201,
      'test.example.com/v2',
      { phase: 'Seen' },
    ]);
  });

  it('answers with an object of another kind as it is', async () => {
    answer = () => ({ kind: 'Other', apiVersion: 'v1', metadata: {}, odd: 1 }) as ApiObject;
    const { status, body } = await send('POST', PATH, thing('a') as never);
    expect([status, body]).toMatchObject([201, { kind: 'Other', odd: 1 }]);
  });

  it('fails as the review does', async () => {
    answer = () => {
      throw failure(418, 'no review');
    };
    expect((await send('POST', PATH, thing('a') as never)).body.message).toBe('no review');
  });

  it.each([
    ['fieldValidation=Strict', { ...thing('a'), odd: 1 }, 400],
    ['fieldValidation=Other', thing('a'), 422],
    ['', { kind: 'Other' }, 400],
  ])('with %j refuses %j: %i', async (query, body, status) => {
    expect((await send('POST', `${PATH}?${query}`, body as never)).status).toBe(status);
  });

  it('has nothing to read', async () => {
    expect((await send('GET', PATH)).status).toBe(405);
    expect((await send('GET', `${PATH}/a`)).status).toBe(404);
    const headers = { accept: TABLE };
    expect((await things.send('POST', PATH, { body: thing('a'), headers })).status).toBe(406);
  });
});
