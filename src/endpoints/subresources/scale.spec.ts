import { type Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json, TestAnswer } from '../../../test/support/test-client.js';
import type { ScaleDefinition } from '../../registry/index.js';

const SCALE = `${THINGS}/a/scale`;
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const APPLY = { 'content-type': 'application/apply-patch+yaml' };

/** Things have as many replicas as they count. */
const scale: ScaleDefinition<Thing> = {
  replicas: ({ spec }) => spec?.count ?? 0,
  setReplicas: (object, replicas) => void (object.spec!.count = replicas),
  statusReplicas: ({ status }) => (status?.phase === 'Ready' ? 2 : 0),
  selector: () => 'app=a',
  readFault: ({ spec }) => (spec?.color === 'broken' ? 'the scale is broken' : undefined),
};

let things: ThingEndpoint;

beforeEach(async () => {
  things = await openThingEndpoint({ definition: { scale } as never });
  await things.send('POST', THINGS, { body: thing('a', { count: 3 }) });
});

afterEach(() => things.close());

const body = (replicas: number, metadata: Json = {}): Json => ({
  kind: 'Scale',
  apiVersion: 'autoscaling/v1',
  metadata: { name: 'a', namespace: 'n', ...metadata },
  spec: { replicas },
});

const get = (path = SCALE, accept = 'application/json'): Promise<TestAnswer> =>
  things.send('GET', path, { headers: { accept } });
const put = (sent: object, query = ''): Promise<TestAnswer> => things.send('PUT', SCALE + query, { body: sent });
const patch = (sent: object, headers = MERGE, query = ''): Promise<TestAnswer> =>
  things.send('PATCH', SCALE + query, { body: JSON.stringify(sent), headers });
const replicas = async (): Promise<number> => (await get()).body.spec.replicas as number;

describe('serveScale()', () => {
  it('answers with the scale of an object', async () => {
    await things.send('PUT', `${THINGS}/a/status`, { body: { ...thing('a'), status: { phase: 'Ready' } } });
    const { status, body: found } = await get();
    expect([status, found]).toMatchObject([
      200,
      {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'a', namespace: 'n' },
        spec: { replicas: 3 },
        status: { replicas: 2, selector: 'app=a' },
      },
    ]);
    expect((await get(`${THINGS}/b/scale`)).status).toBe(404);
  });

  it('answers with tables and metadata', async () => {
    const { columnDefinitions, rows } = (await get(SCALE, TABLE)).body;
    expect((columnDefinitions as Json[]).map(({ name, type, format }) => [name, type, format])).toEqual([
      ['Name', 'string', ''],
      ['Desired', 'integer', ''],
      ['Available', 'integer', ''],
      ['Age', 'string', ''],
    ]);
    expect(rows[0].cells.slice(0, 3)).toEqual(['a', 3, 0]);
    const metadata = await get(SCALE, TABLE.replace('Table', 'PartialObjectMetadata'));
    expect([metadata.body.kind, metadata.body.metadata.name]).toEqual(['PartialObjectMetadata', 'a']);
    expect((await get(SCALE, TABLE.replace('Table', 'PartialObjectMetadataList'))).status).toBe(406);
    expect((await get(`${SCALE}?includeObject=Other`, TABLE)).status).toBe(400);
    expect((await get(`${SCALE}?includeObject=None`, TABLE)).body.rows[0].object).toBeNull();
  });

  it('answers 500 for a scale that cannot be read', async () => {
    await things.send('POST', THINGS, { body: thing('b', { color: 'broken' }) });
    expect((await get(`${THINGS}/b/scale`)).status).toBe(500);
  });

  it('sets replicas', async () => {
    const { status, body: found } = await put(body(5));
    expect([status, found.spec]).toEqual([200, { replicas: 5 }]);
    expect(await replicas()).toBe(5);
    expect((await put(body(7), '?dryRun=All')).body.spec.replicas).toBe(7);
    expect(await replicas()).toBe(5);
  });

  it.each<[Json, string, number, string]>([
    [body(5, { name: 'b' }), '', 400, 'does not match the name on the URL (a)'],
    [body(5, { namespace: 'm' }), '', 400, 'the namespace of the provided object does not match'],
    [{ ...body(5), kind: 'Thing' }, '', 400, 'cannot be handled as a Scale'],
    [body(-1), '', 422, 'spec.replicas'],
    [body(5), '?fieldValidation=Other', 422, 'fieldValidation'],
    [{ ...body(5), odd: 1 }, '?fieldValidation=Strict', 400, 'unknown field "odd"'],
    [body(5, { resourceVersion: '1' }), '', 409, 'the object has been modified'],
  ])('refuses %j%s with %i: %s', async (sent, query, code, message) => {
    const answer = await put(sent, query);
    expect([answer.status, answer.body.message]).toEqual([code, expect.stringContaining(message)]);
    expect(await replicas()).toBe(3);
  });

  it('patches replicas', async () => {
    const { status, body: found } = await patch({ spec: { replicas: 6 } });
    expect([status, found.spec.replicas, await replicas()]).toEqual([200, 6, 6]);
    const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
    expect((await patch({ spec: { replicas: 8 } }, strategic)).body.spec.replicas).toBe(8);
    expect((await patch({ spec: { replicas: 9 } }, MERGE, '?force=true')).status).toBe(422);
    expect((await patch({}, { 'content-type': 'application/json' })).status).toBe(415);
    expect(await replicas()).toBe(8);
  });

  it('applies replicas', async () => {
    const force = '?fieldManager=me&force=true';
    const { status, body: found } = await patch(body(4), APPLY, force);
    expect([status, found.spec.replicas, await replicas()]).toEqual([200, 4, 4]);
    expect((await patch(body(5), APPLY, '?fieldManager=other')).status).toBe(409);
    expect((await patch(body(5), APPLY, '')).body.message).toContain('fieldManager: Required value');
    expect((await patch(body(5, { name: 'b' }), APPLY, force)).status).toBe(400);
    const twice = `${JSON.stringify(body(5)).slice(0, -1)},"spec":{"replicas":5}}`;
    const strict = await things.send('PATCH', `${SCALE}${force}&fieldValidation=Strict`, {
      body: twice,
      headers: APPLY,
    });
    expect(strict.status).toBe(400);
    expect(await replicas()).toBe(4);
  });

  it.each(['POST', 'DELETE', 'HEAD'])('allows no %s', async (method) => {
    expect((await things.send(method, SCALE)).status).toBe(405);
  });
});
