import { HarborPlugin } from '../../../plugins/example/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import type { ApiObject } from '../../apimachinery/index.js';
import type { KindDefinition } from './kind-definition.js';
import type { CacheEntry, ValueTransformer } from '../../storage/index.js';
import { BooksPlugin, LedgerPlugin } from '../../../test/fixtures/plugins/ledger.plugin.js';
import { ObjectCodec } from './object-codec.js';
import { ResolvedKind } from './resolved-kind.js';
import { SharedLabels } from './shared-labels.js';

const definition = declarationOf(HarborPlugin)!.kinds[0] as unknown as KindDefinition;
const kind = new ResolvedKind('harbor.example.com', definition);
const key = kind.keyOf('default', 'a');
const metadata = { name: 'a', namespace: 'default', uid: 'u-1', resourceVersion: '3', labels: { x: 'y' } };
const berth = { metadata, spec: { size: { lengthMeters: 9 }, cargo: 'Oil', services: [] } } as ApiObject;

describe('ObjectCodec', () => {
  const codec = new ObjectCodec(kind);
  const stored = codec.encode(berth);

  it('stores canonical JSON without a version', () => {
    expect(JSON.parse(stored.toString())).toEqual({
      kind: 'Berth',
      apiVersion: 'harbor.example.com/v1',
      metadata: { name: 'a', namespace: 'default', uid: 'u-1', labels: { x: 'y' }, creationTimestamp: null },
      spec: { size: { lengthMeters: 9 }, cargo: 'Oil' },
      status: {},
    });
  });

  it.each([
    ['just written', codec],
    ['found in the store', new ObjectCodec(kind)],
  ])('prepares what the cache keeps of a value %s', (_title, reader) => {
    const entry = reader.ingest({ key, value: stored, revision: 42, createRevision: 7 });
    expect(entry.bytes.toString()).toContain('"uid":"u-1","resourceVersion":"42"');
    expect(entry.bytes.at(-1)).toBe(10);
    expect(entry.labels).toEqual({ x: 'y' });
    expect(entry.fields).toEqual({ 'metadata.name': 'a', 'metadata.namespace': 'default', 'spec.cargo': 'Oil' });
    expect(reader.decode(entry).metadata.resourceVersion).toBe('42');
    expect(reader.decode(entry)).not.toBe(reader.decode(entry));
  });

  it('keeps equal labels of objects once, with those of other codecs that share them', () => {
    const labelSets = new SharedLabels();
    const [one, other] = [1, 2].map(() => new ObjectCodec(kind, { labelSets }));
    const value = one.encode(berth);
    const entry = one.ingest({ key, value, revision: 1, createRevision: 1 });
    const second = kind.keyOf('default', 'b');
    const ofOther = { key: second, value: Buffer.from(value), revision: 2, createRevision: 2 };
    expect(other.ingest(ofOther).labels).toBe(entry.labels);
    expect(one.ingest(ofOther).labels).toBe(entry.labels);
  });

  it('reads an object whose label is a long integer', () => {
    const value = Buffer.from(stored.toString().replace('"x":"y"', '"x":12345678901234567890'));
    expect(codec.ingest({ key, value, revision: 1, createRevision: 1 }).unreadable).toBeUndefined();
  });

  it.each([
    ['{"metadata":', 'it is not JSON'],
    ['{"metadata":{}}', 'it does not have the shape of its kind'],
    ['null', 'it does not have the shape of its kind'],
    ['[]', 'it does not have the shape of its kind'],
    ['{"metadata":{"name":"a","uid":7}}', 'it is not in canonical form'],
    ['{"metadata": {"name":"a"}}', 'it is not in canonical form'],
  ])('makes of %s an entry that cannot be read, with the facts in the key', (text, why) => {
    const told: string[] = [];
    const reader = new ObjectCodec(kind, { onUnreadable: (...what) => told.push(...what) });
    const entry = reader.ingest({ key, value: Buffer.from(text), revision: 1, createRevision: 1 });
    expect(entry).toMatchObject({ unreadable: why, labels: undefined });
    expect(entry.fields).toEqual({ 'metadata.name': 'a', 'metadata.namespace': 'default' });
    expect(told).toEqual([key, why]);
    expect(() => reader.decode(entry)).toThrow(`failed to read one or more berths from the storage: ${key}`);
  });

  it.each([
    ['with a uid', { uid: 'u-1' }],
    ['without one', {}],
  ])('knows the bytes an entry was made of from others, of an object %s', (_title, own) => {
    const object = { ...berth, metadata: { name: 'a', namespace: 'default', ...own } } as ApiObject;
    const bytes = codec.encode(object);
    const entry = codec.entryOf({ key, value: bytes, revision: 42, createRevision: 7 });
    const isSame = (changed: ApiObject): boolean => codec.isSame(codec.encode(changed), entry);
    expect(isSame({ ...object, metadata: { ...object.metadata, resourceVersion: '9' } })).toBe(true);
    expect(isSame({ ...object, metadata: { ...object.metadata, name: 'b' } })).toBe(false);
    expect(isSame({ ...object, spec: { cargo: 'Ore', size: { lengthMeters: 9 } } } as ApiObject)).toBe(false);
    expect(isSame({ ...object, spec: { cargo: 'Crude' } } as ApiObject)).toBe(false);
  });

  it.each(['9007199254740993', '-9007199254740993'])('keeps %s exact', (digits) => {
    const text = stored.toString().replace('"lengthMeters":9', `"lengthMeters":${digits}`);
    const entry = codec.ingest({ key, value: Buffer.from(text), revision: 1, createRevision: 1 });
    expect(codec.decode(entry)).toMatchObject({ spec: { size: { lengthMeters: BigInt(digits) } } });
  });

  it('decodes what was changed with the owners that it keeps, and shares their field sets', () => {
    const managedFields = [{ manager: 'a', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': { 'f:cargo': {} } } }];
    const object = { ...berth, metadata: { ...metadata, managedFields } };
    const bytes = codec.encodeChange(object);
    expect(bytes.equals(codec.encode(object))).toBe(true);
    codec.checkEncoded(bytes);
    const entry = codec.entryOf({ key, value: bytes, revision: 42, createRevision: 7 });
    const fieldsOf = (): unknown => codec.decodeStored(entry).metadata.managedFields![0].fieldsV1;
    expect(fieldsOf()).not.toBe(fieldsOf());
    codec.keepOwners(key, 42, bytes);
    expect(fieldsOf()).toBe(fieldsOf());
    expect(codec.decodeStored(entry)).toEqual(codec.decode(entry));
    expect(codec.decodeStored(entry)).not.toBe(codec.decodeStored(entry));
  });

  it('reveals nothing of a value it cannot read', () => {
    const entry = codec.ingest({ key, value: Buffer.from('{"password":hunter2'), revision: 1, createRevision: 1 });
    expect(JSON.stringify(entry)).not.toContain('hunter2');
  });
});

describe('ObjectCodec, with a transformer', () => {
  const opened: string[] = [];
  const transformer: ValueTransformer = {
    toStored: (value, at) => Buffer.concat([Buffer.from(`${at}:`), value.toReversed()]),
    fromStored: (stored, at) => {
      opened.push(at);
      if (!stored.subarray(0, at.length + 1).equals(Buffer.from(`${at}:`))) throw new Error('stored under another key');
      return Buffer.from(stored.subarray(at.length + 1).toReversed());
    },
  };
  const codec = new ObjectCodec(kind, { transformer });
  const plain = codec.encode(berth);
  const value = codec.seal(plain, key);

  it('keeps the form of entries, and opens what it has just sealed without transforming it back', () => {
    opened.length = 0;
    const entry = codec.ingest({ key, value, revision: 42, createRevision: 7 });
    expect(entry).toEqual(new ObjectCodec(kind).ingest({ key, value: plain, revision: 42, createRevision: 7 }));
    expect(opened).toEqual([]);
  });

  it('reads what another process has sealed', () => {
    const stored = { key, value: Buffer.from(value), revision: 42, createRevision: 7 };
    expect(codec.ingest(stored)).toEqual(codec.entryOf({ ...stored, value: plain }));
    expect(opened).toEqual([key]);
  });

  it('makes of what the transformer refuses an entry that cannot be read', () => {
    const entry = codec.ingest({ key: `${key}2`, value: Buffer.from(value), revision: 1, createRevision: 1 });
    expect(entry.unreadable).toBe('it cannot be transformed: stored under another key');
  });

  it('leaves the bytes alone without one', () => {
    expect(new ObjectCodec(kind).seal(plain, key)).toBe(plain);
  });
});

describe('a value that was stored in another version', () => {
  const NAMES = { kind: 'Entry', metadata: { name: 'a', namespace: 'default', uid: 'u-1' } };
  const ledger = declarationOf(LedgerPlugin)!.kinds[0] as unknown as KindDefinition;
  const books = declarationOf(BooksPlugin)!;
  const entries = new ResolvedKind('ledger.example.com', ledger);
  entries.addVersion({ group: books.group, ...books.versionsOf![0].versions[0] });
  const reader = new ObjectCodec(entries);
  const stored = (object: object): CacheEntry =>
    reader.ingest({
      key: entries.keyOf('default', 'a'),
      value: Buffer.from(JSON.stringify(object)),
      revision: 5,
      createRevision: 2,
    });

  it('is read as one of the version that is stored now, and is stale', () => {
    const entry = stored({ ...NAMES, apiVersion: 'books.example.com/v1beta1', line: 'x' });
    expect(entry).toMatchObject({ isStale: true, revision: 5, fields: { text: 'x' } });
    expect(JSON.parse(entry.bytes.toString())).toMatchObject({
      apiVersion: 'ledger.example.com/v1',
      metadata: { uid: 'u-1', resourceVersion: '5' },
      text: 'x',
    });
  });

  it('is read as one of the kind whose resource it is, and is stale', () => {
    const entry = stored({ ...NAMES, kind: 'Former', apiVersion: 'ledger.example.com/v1', text: 'x' });
    expect(entry).toMatchObject({ isStale: true, revision: 5 });
    expect(JSON.parse(entry.bytes.toString())).toMatchObject({ kind: 'Entry', text: 'x' });
  });

  it('cannot be read where nobody knows the version, or it has not its shape', () => {
    expect(stored({ ...NAMES, apiVersion: 'books.example.com/v0' }).unreadable).toBe(
      'it is stored in books.example.com/v0, which the kind does not declare; declare it with served: false',
    );
    const wrong = stored({ ...NAMES, apiVersion: 'books.example.com/v1beta1', line: { secret: 1 } });
    expect(wrong.unreadable).toBe('it does not have the shape of its kind');
  });
});
