import { jest } from '@jest/globals';
import { HarborPlugin } from '../../../plugins/example/index.js';
import { type Mooring, mooringKind } from '../../../test/fixtures/plugins/mooring.plugin.js';
import type { ApiObject } from '../../apimachinery/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import type { CacheEntry } from '../../storage/index.js';
import type { KindDefinition } from './kind-definition.js';
import { ObjectCodec } from './object-codec.js';
import { ResolvedKind } from './resolved-kind.js';

const GROUP = 'mooring.example.com';
const metadata = { name: 'a', namespace: 'default', uid: 'u-1' };
const tug = { metadata, spec: { ship: 'tug' } } as Mooring;

function kindWith(changes: Partial<KindDefinition<Mooring>> = {}): ResolvedKind<Mooring> {
  return new ResolvedKind(GROUP, { ...mooringKind, ...changes });
}

/** The entry of a stored value. */
function entryOf<T extends ApiObject>(codec: ObjectCodec<T>, value: Buffer, key = codecKey): CacheEntry {
  return codec.ingest({ key, value, revision: 5, createRevision: 2 });
}

const codecKey = kindWith().keyOf('default', 'a');

afterEach(() => jest.restoreAllMocks());

describe('an entry', () => {
  it('is stale where the form of its value is not the one that is written now', () => {
    const transformer = { toStored: (value: Buffer) => value, fromStored: (value: Buffer) => value };
    const plain = new ObjectCodec(kindWith()).encode(tug);
    const isStale = (isCurrent?: () => boolean): unknown =>
      entryOf(new ObjectCodec(kindWith(), { transformer: { ...transformer, isCurrent } }), plain);
    const current = entryOf(new ObjectCodec(kindWith()), plain);
    expect([isStale(() => false), isStale(() => true), isStale()]).toEqual([
      { ...current, isStale: true },
      current,
      current,
    ]);
  });

  it('has what its type completes, and is stale then', () => {
    const kind = kindWith();
    const complete = jest.spyOn(kind.storage.type, 'completeStored').mockImplementation((object) => {
      const { spec } = object as Mooring;
      const isIncomplete = spec.lines === undefined;
      spec.lines ??= 4;
      return isIncomplete;
    });
    const stored = new ObjectCodec(kindWith()).encode(tug);
    const codec = new ObjectCodec(kind);
    const entry = entryOf(codec, stored);
    expect(entry).toMatchObject({ key: codecKey, revision: 5, createRevision: 2, isStale: true });
    expect(codec.decode(entry).spec).toEqual({ ship: 'tug', lines: 4 });
    const whole = new ObjectCodec(kindWith()).encode({ ...tug, spec: { ship: 'tug', lines: 2 } });
    expect(entryOf(codec, whole).isStale).toBeUndefined();
    complete.mockClear();
    entryOf(codec, codec.encode(tug));
    expect(complete).not.toHaveBeenCalled();
  });

  it('shows what clients see, and keeps what is stored for writes', () => {
    const shownAs = ({ spec, ...rest }: Mooring): ApiObject => ({ ...rest, spec: { lines: spec.lines } }) as ApiObject;
    const codec = new ObjectCodec(kindWith({ shownAs }));
    const entry = entryOf(codec, codec.encode({ ...tug, spec: { ship: 'tug', lines: 2 } }));
    expect(entry).toMatchObject({ key: codecKey, revision: 5, createRevision: 2 });
    expect(codec.decode(entry)).toMatchObject({ metadata: { resourceVersion: '5' }, spec: { lines: 2 } });
    expect(codec.decode(entry).spec.ship).toBeUndefined();
    expect(codec.decodeStored(entry)).toMatchObject({
      metadata: { resourceVersion: '5' },
      spec: { ship: 'tug', lines: 2 },
    });
  });

  it.each([
    ['a namespaced kind', kindWith(), 'a/b', { 'metadata.name': 'b', 'metadata.namespace': 'a' }],
    ['a namespaced kind without a namespace', kindWith(), 'ab', { 'metadata.name': 'ab', 'metadata.namespace': '' }],
    ['a kind of the cluster', kindWith({ namespaced: false }), 'a/b', { 'metadata.name': 'a/b' }],
  ])('that cannot be read has the names in the key, of %s', (_, kind, path, fields) => {
    const entry = entryOf(new ObjectCodec(kind), Buffer.from('{'), `${kind.keyPrefix}${path}`);
    expect(entry).toMatchObject({ unreadable: 'it is not JSON', fields });
    expect(Object.keys(entry.fields)).toEqual(Object.keys(fields));
  });
});

describe('a value of another version', () => {
  const [v2, { conversion: _, ...v1 }] = mooringKind.versions;
  const converting: Partial<KindDefinition<Mooring>> = {
    versions: [v2, { ...v1, examples: [] }],
    converter: { convert: (objects) => Promise.resolve([...objects]) },
  };
  const stored = (spec: object): Buffer =>
    Buffer.from(JSON.stringify({ kind: 'Mooring', apiVersion: `${GROUP}/v1`, metadata, spec }));

  it('stays in its own where converting it may wait, and is stale', () => {
    const codec = new ObjectCodec(kindWith(converting));
    const entry = entryOf(codec, stored({ shipName: 'tug' }));
    expect(entry).toMatchObject({
      key: codecKey,
      revision: 5,
      createRevision: 2,
      isStale: true,
      storedVersion: `${GROUP}/v1`,
      fields: { 'metadata.name': 'a', 'metadata.namespace': 'default' },
    });
    expect(JSON.parse(entry.bytes.toString())).toMatchObject({ apiVersion: `${GROUP}/v1`, spec: { shipName: 'tug' } });
  });

  it('is read with the defaults of that version', () => {
    const defaults = ({ spec }: ApiObject & { spec?: Record<string, unknown> }): void =>
      void (spec && (spec.lineCount ??= 3));
    const kind = kindWith();
    const older = [...kind.versions.values()].find(({ name }) => name === 'v1')!;
    jest.spyOn(older.type, 'applyDefaults').mockImplementation(defaults as never);
    const codec = new ObjectCodec(kind);
    expect(codec.decode(entryOf(codec, stored({ shipName: 'tug' }))).spec).toEqual({ ship: 'tug', lines: 3 });
  });
});

it('finds the place of the version in objects without a uid', () => {
  const kind = new ResolvedKind(
    'harbor.example.com',
    declarationOf(HarborPlugin)!.kinds[0] as unknown as KindDefinition,
  );
  const codec = new ObjectCodec(kind);
  const entry = entryOf(codec, codec.encode({ metadata: { name: 'a' } } as ApiObject), kind.keyOf('', 'a'));
  expect(entry.bytes.toString()).toContain('"metadata":{"resourceVersion":"5","');
  expect(codec.decode(entry).metadata.name).toBe('a');
});
