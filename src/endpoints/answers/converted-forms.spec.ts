import { Thing, thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { Json } from '../../../test/support/test-client.js';
import type { ApiObject } from '../../apimachinery/index.js';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import type { ReadableResource } from '../../plugin-host/index.js';
import type { CacheEntry } from '../../storage/index.js';
import { listPage } from '../reading/list.js';
import type { ListPage } from './list-page.js';
import { readListOptions } from '../reading/list-options.js';
import { AnswerResources } from './answer-resources.js';
import { ConvertedRepresentation } from './converted-representation.js';
import type { RepresentationOptions } from './representation.js';
import { VIEWS } from './respond.js';
import { ViewMemo } from './view-memo.js';

const JSON_TYPE = 'application/json';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = `${JSON_TYPE};as=Table;g=meta.k8s.io;v=v1`;
const METADATA = TABLE.replace('Table', 'PartialObjectMetadata');
const GROUP = 'test.example.com';
const GREEN = ['a green', 'b green', 'c green'];

const serializers = new Serializers(builtInSerializers());
const here = (): boolean => false;

/** Converts: in `v2` things are green. */
function convert(objects: readonly ApiObject[], version: string): ApiObject[] {
  const color = version === 'v2' ? 'green' : 'red';
  return objects.map((object) => ({ ...object, apiVersion: `${GROUP}/${version}`, spec: { color } }));
}

const WAITING = {
  batchSize: 2,
  convert: async (objects: readonly ApiObject[], _from: object, { name }: { name: string }) => convert(objects, name),
};
const PLAIN = {
  toHub: (object: ApiObject) => convert([object], 'v1')[0],
  fromHub: (object: ApiObject) => convert([object], 'v2')[0],
};
const columns = [{ name: 'Color', type: 'string', description: '', cell: ({ spec }: Thing) => spec!.color! }];

let things: ThingEndpoint;
let page: ListPage;
let shared: AnswerResources;

/** Serves things whose conversions wait, or do not. */
async function serve(isWaiting: boolean, definition: object = {}): Promise<void> {
  const conversion = isWaiting ? undefined : PLAIN;
  const converter = isWaiting ? WAITING : undefined;
  const versions = [
    { name: 'v1', type: Thing, columns },
    { name: 'v2', type: Thing, columns, conversion },
  ];
  things = await openThingEndpoint({ definition: { versions, converter, ...definition } as never });
  for (const name of ['a', 'b', 'c']) await things.send('POST', THINGS, { body: thing(name, { color: 'red' }) });
  page = await listPage(things.resource, 'n', readListOptions(new URLSearchParams()));
  shared = new AnswerResources();
}

afterEach(() => things.close());

/** The things in a version, in the form that a client accepts. */
function formOf(
  version: string,
  accept = JSON_TYPE,
  { generation, ...options }: Partial<RepresentationOptions> & { generation?: number } = {},
): ConvertedRepresentation {
  const own = { version: { value: things.resource.kind.versions.get(`${GROUP}/${version}`) } };
  const resource = Object.create(things.resource, { ...own, generation: { value: generation } }) as ReadableResource;
  const negotiated = serializers.negotiate(accept, { presentations: VIEWS, hasLayout: true })!;
  return new ConvertedRepresentation(resource, negotiated, {
    isPretty: false,
    includeObject: 'Metadata',
    shared,
    ...options,
  });
}

async function bytesOf(form: ConvertedRepresentation): Promise<Buffer> {
  return Buffer.concat([...(await form.list(page, here)).pieces]);
}

const colorsIn = (list: Buffer): string[] =>
  (JSON.parse(list.toString()) as { items: Json[] }).items.map(
    ({ metadata, spec }) => `${metadata.name} ${spec.color}`,
  );

const eventOf = async (frame: Buffer | Promise<Buffer>): Promise<Json> => JSON.parse((await frame).toString()) as Json;

/** Has a memo give up everything it keeps. */
function crowdOut(views: ViewMemo): void {
  for (let i = 0; i < 40; i++) views.keep({ key: `other ${i}` } as CacheEntry, 'form', Buffer.alloc(500));
}

describe.each([
  ['that waits', true],
  ['that does not wait', false],
])('ConvertedRepresentation.list(), by a conversion %s', (_title, isWaiting) => {
  beforeEach(() => serve(isWaiting));

  it('shows objects that no memo keeps', async () => {
    shared = Object.assign(shared, { views: new ViewMemo(0) });
    for (let i = 0; i < 2; i++) expect(colorsIn(await bytesOf(formOf('v2')))).toEqual(GREEN);
  });

  it('shows objects that a memo has given up, before the list and while it is read', async () => {
    const views = new ViewMemo(10_000);
    shared = Object.assign(shared, { views });
    for (let i = 0; i < 2; i++) {
      expect(colorsIn(await bytesOf(formOf('v2')))).toEqual(GREEN);
      const { pieces } = await formOf('v2').list(page, here);
      crowdOut(views);
      expect(colorsIn(Buffer.concat([...pieces]))).toEqual(GREEN);
    }
  });

  it('writes each format from its own items', async () => {
    const lists = [];
    for (let i = 0; i < 2; i++) for (const type of [JSON_TYPE, PROTOBUF]) lists.push(await bytesOf(formOf('v2', type)));
    const objects = page.entries.map((entry) => convert([things.resource.codec.decode(entry)], 'v2')[0]);
    const list = { kind: 'ThingList', apiVersion: `${GROUP}/v2`, metadata: page.meta, items: objects };
    const type = things.resource.version.type;
    const protobuf = serializers.negotiate(PROTOBUF, { presentations: [], hasLayout: true })!.serializer;
    const whole = await protobuf.write(list, { type });
    expect(lists.map((each) => (each.equals(whole) ? 'protobuf' : colorsIn(each).join()))).toEqual([
      GREEN.join(),
      'protobuf',
      GREEN.join(),
      'protobuf',
    ]);
  });

  it('says how long lists are whose format asks for that', async () => {
    const { length, pieces } = await formOf('v1', PROTOBUF).list(page, here);
    expect(length).toBe(Buffer.concat([...pieces]).length);
    expect((await formOf('v2').list(page, here)).length).toBeUndefined();
  });

  it('shows in the cells of a table the version that requests are worked on in', async () => {
    const rowsOf = async (): Promise<unknown[]> => {
      const { rows } = JSON.parse(String(await bytesOf(formOf('v2', TABLE, { includeObject: 'Object' })))) as Json;
      return (rows as Json[]).map(({ cells, object }) => [cells[0], object.spec.color] as unknown);
    };
    expect(await rowsOf()).toEqual(Array(3).fill(['red', 'green']));
    await things.close();
    await serve(isWaiting, { worksIn: 'requestedVersion' });
    expect(await rowsOf()).toEqual(Array(3).fill(['green', 'green']));
  });
});

describe('ConvertedRepresentation.frame()', () => {
  beforeEach(() => serve(false, { quirks: { emptyObject: { spec: { color: 'none' } } } }));

  const bookmark = { kind: 'Thing', apiVersion: `${GROUP}/v2`, metadata: { resourceVersion: '7' } };

  it('keeps what it is asked to keep, by its form', async () => {
    const [entry] = page.entries;
    await formOf('v2').frame('ADDED', entry);
    await formOf('v2').frame('ADDED', entry, {});
    expect(shared.views.size).toBe(0);
    for (let i = 0; i < 2; i++) {
      const events = [JSON_TYPE, METADATA].map((accept) =>
        eventOf(formOf('v2', accept).frame('ADDED', entry, { isKept: true })),
      );
      expect((await Promise.all(events)).map(({ object }) => object.kind as string)).toEqual([
        'Thing',
        'PartialObjectMetadata',
      ]);
    }
    expect(shared.views.size).toBeGreaterThan(0);
  });

  it('describes the columns of a table where it is asked to', async () => {
    const form = formOf('v2', TABLE);
    const [entry] = page.entries;
    for (const [options, count] of [
      [undefined, undefined],
      [{}, undefined],
      [{ hasColumns: true }, 1],
    ] as const) {
      for (const frame of [form.frame('ADDED', entry, options), form.bookmark(bookmark, options)]) {
        const { object } = await eventOf(frame);
        expect(object).toMatchObject({ kind: 'Table', rows: [{ cells: expect.anything() as unknown }] });
        expect((object.columnDefinitions as unknown[] | null)?.length).toBe(count);
      }
    }
  });

  it('fills a bookmark with what an empty object has', async () => {
    const { type, object } = await eventOf(formOf('v2').bookmark(bookmark));
    expect([type, object]).toMatchObject(['BOOKMARK', { ...bookmark, spec: { color: 'none' } }]);
  });
});

describe('ConvertedRepresentation.key', () => {
  beforeEach(() => serve(false));

  it('distinguishes declarations of the kind, formats, and the objects of tables', () => {
    const keys = [
      formOf('v2'),
      formOf('v2', JSON_TYPE, { generation: 1 }),
      formOf('v2', JSON_TYPE, { generation: 2 }),
      formOf('v2', JSON_TYPE, { isPretty: true }),
      formOf('v2', METADATA),
      formOf('v2', TABLE),
      formOf('v2', TABLE, { includeObject: 'None' }),
    ].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('leaves out what only tables know', () => {
    for (const accept of [JSON_TYPE, METADATA])
      expect(formOf('v2', accept, { includeObject: 'None' }).key).toBe(formOf('v2', accept).key);
  });
});
