import { thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { ObjectFilter } from '../../request/index.js';
import type { Json, TestAnswer } from '../../../test/support/test-client.js';

const A = `${THINGS}/a`;
const open: ThingEndpoint[] = [];
let things: ThingEndpoint;

async function serve(...[options]: Parameters<typeof openThingEndpoint>): Promise<ThingEndpoint> {
  const served = await openThingEndpoint(options);
  open.push(served);
  return served;
}

const create = (name: string, metadata = {}): Promise<TestAnswer> =>
  things.send('POST', THINGS, { body: thing(name, {}, metadata) });

async function namesIn(path = THINGS): Promise<string[]> {
  const { items } = (await things.send('GET', path)).body;
  return (items as Json[]).map(({ metadata }) => metadata.name as string);
}

beforeEach(async () => {
  things = await serve();
});

afterEach(() => Promise.all(open.splice(0).map((each) => each.close())));

describe('deleteOne()', () => {
  it('answers with the success and the identity of what is gone', async () => {
    const { uid } = (await create('a')).body.metadata;
    const { status, body } = await things.send('DELETE', A);
    expect([status, body]).toEqual([
      200,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { name: 'a', group: 'test.example.com', kind: 'things', uid },
      },
    ]);
    expect(await namesIn()).toEqual([]);
  });

  it('answers with the object where its kind says so', async () => {
    things = await serve({ definition: { deleteReturnsObject: true } });
    await create('a');
    const { status, body } = await things.send('DELETE', `${A}?orphanDependents=false`);
    expect([status, body.kind, body.metadata.name]).toEqual([200, 'Thing', 'a']);
    expect(await namesIn()).toEqual([]);
  });

  it.each([
    ['', 200],
    ['?orphanDependents=false', 202],
    ['?orphanDependents=true', 200],
  ])('answers with the object while finalizers keep it: %j with %i', async (query, code) => {
    await create('a', { finalizers: ['example.com/mine'] });
    const { status, body } = await things.send('DELETE', A + query);
    expect([status, body.kind]).toEqual([code, 'Thing']);
    expect(body.metadata.deletionTimestamp).toBeDefined();
    expect(await namesIn()).toEqual(['a']);
  });

  it.each(['?dryRun=All', '?dryRun=&dryRun=All'])('deletes nothing with %s', async (query) => {
    await create('a');
    expect((await things.send('DELETE', A + query)).status).toBe(200);
    expect(await namesIn()).toEqual(['a']);
  });

  it('checks preconditions', async () => {
    await create('a');
    expect((await things.send('DELETE', `${A}?uid=other`)).status).toBe(409);
    expect((await things.send('DELETE', A, { body: { preconditions: { resourceVersion: '1' } } })).status).toBe(409);
    expect(await namesIn()).toEqual(['a']);
  });

  it('checks the options, and what the client accepts, before anything else', async () => {
    await create('a');
    expect((await things.send('DELETE', `${A}?propagationPolicy=Other`)).status).toBe(422);
    const headers = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v9' };
    expect((await things.send('DELETE', A, { headers })).status).toBe(406);
    expect(await namesIn()).toEqual(['a']);
  });
});

describe('deleteCollection()', () => {
  beforeEach(async () => {
    for (const name of ['a', 'b', 'c']) await create(name, { labels: { of: name === 'c' ? 'other' : 'these' } });
  });

  it('deletes what is selected and answers with it', async () => {
    const { status, body } = await things.send('DELETE', `${THINGS}?labelSelector=of=these`);
    expect([status, body.kind]).toEqual([200, 'ThingList']);
    expect((body.items as Json[]).map(({ metadata }) => metadata.name as string)).toEqual(['a', 'b']);
    expect(await namesIn()).toEqual(['c']);
  });

  it('deletes those of the namespace only', async () => {
    await things.send('POST', '/apis/test.example.com/v1/namespaces/other/things', { body: thing('a') });
    await things.send('DELETE', THINGS);
    expect(await namesIn('/apis/test.example.com/v1/things')).toEqual(['a']);
  });

  it('deletes all of a kind of the cluster', async () => {
    const path = '/apis/test.example.com/v1/things';
    things = await serve({ definition: { namespaced: false } });
    for (const name of ['a', 'b']) await things.send('POST', path, { body: thing(name) });
    expect((await things.send('DELETE', path)).body.items).toHaveLength(2);
    expect(await namesIn(path)).toEqual([]);
  });

  it('deletes a page where a limit is set', async () => {
    expect((await things.send('DELETE', `${THINGS}?limit=2`)).body.items).toHaveLength(2);
    expect(await namesIn()).toEqual(['c']);
  });

  it.each([
    ['dryRun=All', 200, 'ThingList'],
    ['labelSelector=a%3D%3D%3Db', 400, 'unable to parse requirement'],
    ['fieldSelector=spec.odd=1', 400, 'is not a known field selector'],
    ['propagationPolicy=Other', 422, 'propagationPolicy: Unsupported value: "Other"'],
    ['resourceVersion=x', 400, 'invalid resource version: resourceVersion: Invalid value: "x"'],
    ['resourceVersion=x&labelSelector=none', 400, 'invalid resource version: resourceVersion: Invalid value: "x"'],
    ['resourceVersion=x&resourceVersionMatch=NotOlderThan', 400, 'invalid resource version: resourceVersion: Invalid'],
    ['resourceVersion=0', 409, 'ResourceVersion in the precondition (0)'],
    ['resourceVersionMatch=Exact', 422, 'resourceVersionMatch is forbidden unless resourceVersion is provided'],
    ['resourceVersion=1&resourceVersionMatch=NotOlderThan', 409, 'ResourceVersion in the precondition (1)'],
    ['resourceVersion=1&limit=5', 200, 'ThingList'],
    ['uid=other', 409, 'the UID in the precondition (other)'],
    ['sendInitialEvents=true', 422, 'sendInitialEvents is forbidden for list'],
  ])('with %j deletes nothing: %i', async (query, code, text) => {
    const answer = await things.send('DELETE', `${THINGS}?${query}`);
    expect([answer.status, answer.body.message ?? answer.body.kind]).toEqual([code, expect.stringContaining(text)]);
    expect(await namesIn()).toEqual(['a', 'b', 'c']);
  });

  it('lists exactly the version of the query, where nothing was yet', async () => {
    const { status, body } = await things.send('DELETE', `${THINGS}?resourceVersion=1`);
    expect([status, body.items]).toEqual([200, []]);
  });

  it('refuses objects below no namespace, if there are any', async () => {
    const across = '/apis/test.example.com/v1/namespaces//things';
    const answer = await things.send('DELETE', across);
    expect([answer.status, answer.body.message]).toEqual([400, 'Namespace parameter required.']);
    expect((await things.send('DELETE', `${across}?labelSelector=of=other`)).status).toBe(400);
    expect((await things.send('DELETE', `${across}?labelSelector=none`)).status).toBe(200);
    expect(await namesIn()).toEqual(['a', 'b', 'c']);
  });

  it.each([0, 1, 2, 5])('deletes all with %i workers', async (deleteCollectionWorkers) => {
    things = await serve({ handler: { deleteCollectionWorkers } });
    for (const name of ['a', 'b', 'c']) await create(name);
    await things.send('DELETE', THINGS);
    expect(await namesIn()).toEqual([]);
  });

  it.each([1, 2])('works with as many workers as it is set to: %i', async (deleteCollectionWorkers) => {
    let [active, most] = [0, 0];
    const mutate = async ({ operation }: { operation: string }): Promise<void> => {
      if (operation !== 'DELETE') return;
      most = Math.max(most, ++active);
      // Another worker may come a little later.
      for (let i = 0; i < 1000 && most < deleteCollectionWorkers; i++) await new Promise(setImmediate);
      await new Promise(setImmediate);
      active--;
    };
    const plugin = { name: 'Counting', handles: () => true, validate: mutate };
    things = await serve({ handler: { deleteCollectionWorkers }, plugins: [plugin as never] });
    for (const name of ['a', 'b', 'c', 'd']) await create(name);
    await things.send('DELETE', THINGS);
    expect(most).toBe(deleteCollectionWorkers);
  });

  it('reads options from the body', async () => {
    await things.send('DELETE', THINGS, { body: { dryRun: ['All'] } });
    expect(await namesIn()).toEqual(['a', 'b', 'c']);
  });

  it('deletes only what a filter of the user shows', async () => {
    const objectFilter: ObjectFilter = { allows: ({ name }) => name === 'b' };
    things = await serve({
      prepare: (context) => {
        if (context.method === 'DELETE') context.objectFilter = objectFilter;
      },
    });
    for (const name of ['a', 'b']) await create(name);
    await things.send('DELETE', THINGS);
    expect(await namesIn()).toEqual(['a']);
  });
});
