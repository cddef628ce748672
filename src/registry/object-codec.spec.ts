import { HarborPlugin } from '../../plugins/example/index.js';
import { declarationOf } from '../plugin-api/index.js';
import type { ApiObject } from '../apimachinery/index.js';
import type { KindDefinition } from './kind-definition.js';
import { ObjectCodec } from './object-codec.js';
import { ResolvedKind } from './resolved-kind.js';

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

  it('answers 500 for what it cannot read', () => {
    const value = Buffer.from('{"metadata":');
    expect(() => codec.ingest({ key, value, revision: 1, createRevision: 1 })).toThrow('cannot be decoded');
  });
});
