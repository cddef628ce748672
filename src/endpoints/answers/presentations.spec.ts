import { Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json, TestAnswer } from '../../../test/support/test-client.js';
import { CREATION_COLUMNS, type KindVersion, sameShape } from '../../registry/index.js';

const A = `${THINGS}/a`;
const V2 = THINGS.replace('/v1/', '/v2/');
const META = 'g=meta.k8s.io;v=v1';
const TABLE = `application/json;as=Table;${META}`;
const METADATA = `application/json;as=PartialObjectMetadata;${META}`;
const METADATA_LIST = `application/json;as=PartialObjectMetadataList;${META}`;

const versions: KindVersion[] = [
  { name: 'v1', type: Thing },
  { name: 'v2', type: Thing, conversion: sameShape },
];

let things: ThingEndpoint;

beforeAll(async () => {
  things = await openThingEndpoint({ definition: { versions, conversionAnnotations: ['converted'] } });
  for (const name of ['a', 'b']) {
    const annotations: Record<string, string> = name === 'a' ? { converted: 'yes' } : { converted: 'yes', own: 'yes' };
    await things.send('POST', THINGS, { body: thing(name, { color: 'red' }, { annotations }) });
  }
});

afterAll(() => things.close());

const get = (path: string, accept = 'application/json', headers = {}): Promise<TestAnswer> =>
  things.send('GET', path, { headers: { accept, ...headers } });

describe('answers with metadata alone', () => {
  it.each([A, `${V2}/a`])('cut an object down: %s', async (path) => {
    const { body, headers } = await get(path, METADATA);
    expect(headers['content-type']).toBe('application/json');
    expect(Object.keys(body)).toEqual(['kind', 'apiVersion', 'metadata']);
    expect(body).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name: 'a' },
    });
    expect(body.metadata).not.toHaveProperty('annotations');
    expect((await get(path.replace(/a$/, 'b'), METADATA)).body.metadata.annotations).toEqual({ own: 'yes' });
  });

  it.each([THINGS, V2])('cut a list down: %s', async (path) => {
    const { body } = await get(path, METADATA_LIST);
    expect(body).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
    expect(body.items).toMatchObject([
      { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'a' } },
      { metadata: { name: 'b' } },
    ]);
    expect(body.items[0]).not.toHaveProperty('spec');
  });

  it('have no items where a list is empty', async () => {
    const empty = await get(`${THINGS}?labelSelector=none`, METADATA_LIST);
    expect(empty.body).toMatchObject({ kind: 'PartialObjectMetadataList', items: null });
    expect((await get(`${THINGS}?labelSelector=none`)).body.items).toEqual([]);
    expect((await get(`${V2}?labelSelector=none&pretty=1`)).body.items).toEqual([]);
  });

  it.each([
    [THINGS, METADATA, 'you requested PartialObjectMetadata, but the requested object is a list (*test.ThingList)'],
    [A, METADATA_LIST, 'you requested PartialObjectMetadataList, but the requested object is not a list (*test.Thing)'],
  ])('are refused where they do not fit: %s', async (path, accept, message) => {
    const { status, body } = await get(path, accept);
    expect([status, body.message, body.reason]).toEqual([406, message, 'NotAcceptable']);
  });

  it('are refused after the object was stored', async () => {
    const body = thing('stored');
    expect((await things.send('POST', THINGS, { body, headers: { accept: METADATA_LIST } })).status).toBe(406);
    expect((await things.send('DELETE', `${THINGS}/stored`)).status).toBe(200);
  });
});

describe('answers with tables', () => {
  const NAME = { name: 'Name', type: 'string', format: 'name', priority: 0 };
  const AGE = { name: 'Age', type: 'date', format: '', priority: 0 };

  it.each([
    [A, ['a']],
    [`${V2}/a`, ['a']],
    [THINGS, ['a', 'b']],
    [V2, ['a', 'b']],
  ])('have a row for each object: %s', async (path, names) => {
    const { body } = await get(path, TABLE);
    expect(body).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', columnDefinitions: [NAME, AGE] });
    expect((body.rows as Json[]).map(({ cells }) => cells as unknown)).toEqual(
      names.map((name) => [name, expect.stringMatching(/^\d+[ydhms]/)]),
    );
    expect(body.rows[0].object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
    expect(body.rows[0]).not.toHaveProperty('conditions');
    expect(body.metadata.resourceVersion).toMatch(/^\d+$/);
  });

  it('of one object have its version', async () => {
    const { resourceVersion } = (await get(A)).body.metadata;
    expect((await get(A, TABLE)).body.metadata).toEqual({ resourceVersion });
  });

  it.each([
    ['None', null],
    ['Metadata', { kind: 'PartialObjectMetadata' }],
    ['', { kind: 'PartialObjectMetadata' }],
    ['Object', { kind: 'Thing', apiVersion: 'test.example.com/v2', spec: { color: 'red', count: 3 } }],
  ])('carry as much of each object as includeObject=%s says', async (include, object) => {
    for (const path of [V2, `${V2}/a`]) {
      const { body } = await get(`${path}?includeObject=${include}`, TABLE);
      expect(body.rows[0]).toEqual({
        cells: expect.anything() as unknown,
        object: object && expect.objectContaining(object),
      });
    }
  });

  it.each([THINGS, A])('are refused with an unknown includeObject: %s', async (path) => {
    const { status, body } = await get(`${path}?includeObject=Other`, TABLE);
    const why = `includeObject: Invalid value: "Other": must be 'Metadata', 'Object', 'None', or empty`;
    expect([status, body.message]).toEqual([400, `Unable to convert to Table as requested: ${why}`]);
    expect((await get(`${path}?includeObject=Other`)).status).toBe(200);
  });

  it('have no rows where a list is empty', async () => {
    const { body } = await get(`${THINGS}?labelSelector=none`, TABLE);
    expect([body.rows, body.columnDefinitions]).toMatchObject([[], [NAME, AGE]]);
  });

  it('have the time of creation where the kind says so, and no list of rows without objects', async () => {
    const own = await openThingEndpoint({ definition: { columns: CREATION_COLUMNS } });
    const table = async (): Promise<Json> => (await own.send('GET', THINGS, { headers: { accept: TABLE } })).body;
    const empty = await table();
    expect([empty.rows, empty.columnDefinitions]).toMatchObject([null, [NAME, { name: 'Created At', type: 'date' }]]);
    await own.send('POST', THINGS, { body: thing('a') });
    expect((await table()).rows).toMatchObject([{ cells: ['a', '2024-02-29T12:00:00Z'] }]);
    await own.close();
  });

  it('have the columns and conditions of the kind', async () => {
    const columns = [
      { name: 'Color', type: 'string', description: 'd', priority: 1, cell: ({ spec }: Thing) => spec!.color! },
      {
        name: 'Fails',
        type: 'string',
        description: 'd',
        cell: () => {
          throw new Error('no cell');
        },
      },
    ];
    const rowConditions = ({ metadata }: Thing): object[] => {
      if (metadata.name === 'b') throw new Error('no conditions');
      return [{ type: 'Completed', status: 'True' }];
    };
    const own = await openThingEndpoint({ definition: { columns, rowConditions } as never });
    for (const name of ['a', 'b']) await own.send('POST', THINGS, { body: thing(name, { color: 'red' }) });
    const { body } = await own.send('GET', THINGS, { headers: { accept: TABLE } });
    expect(body.columnDefinitions).toEqual([
      { name: 'Color', type: 'string', format: '', description: 'd', priority: 1 },
      { name: 'Fails', type: 'string', format: '', description: 'd', priority: 0 },
    ]);
    expect(body.rows).toMatchObject([
      { cells: ['red', null], conditions: [{ type: 'Completed', status: 'True' }] },
      { cells: ['red', null] },
    ]);
    expect(body.rows[1]).not.toHaveProperty('conditions');
    const empty = await own.send('GET', `${THINGS}?labelSelector=none`, { headers: { accept: TABLE } });
    expect(empty.body.rows).toEqual([]);
    await own.close();
  });
});
