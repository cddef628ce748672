import { ApiType, Field, ObjectMeta, shapeOf } from '../../schema/index.js';
import { PlainValues, type TransformedValues, type ValueTransformer, ValueTransformers } from '../value-transformer.js';
import { KubernetesValues } from './kubernetes-values.js';

@ApiType({ name: 'com.example.harbor.v1.Berth', doc: 'A place for a ship.' })
class Berth {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Standard metadata.' })
  metadata: ObjectMeta;

  @Field(2, 'string', { doc: 'The ship.' })
  ship?: string;
}

const KEY = '/registry/harbor.example.com/berths/n/a';
const VALUE = Buffer.from(
  '{"kind":"Berth","apiVersion":"harbor.example.com/v1","metadata":{"name":"a","uid":"u","creationTimestamp":null},"ship":"s"}',
);
const valuesOf = (group: string): TransformedValues => ({
  group,
  resource: 'berths',
  gvk: { group, version: 'v1', kind: 'Berth' },
  shape: shapeOf(Berth),
});

/** Notes the keys that it authenticates. */
class NotingEncryption extends ValueTransformers {
  readonly keys: string[] = [];

  of(): ValueTransformer {
    const note = (value: Buffer, key: string): Buffer => {
      this.keys.push(key);
      return value;
    };
    return { toStored: note, fromStored: note, isCurrent: () => false };
  }
}

describe('KubernetesValues', () => {
  const plain = new KubernetesValues(new PlainValues(), '/registry');

  it('stores protobuf with its prefix, and reads the same JSON of it', () => {
    const transformer = plain.of(valuesOf('harbor.example.com'))!;
    const stored = transformer.toStored(VALUE, KEY);
    expect(stored.toString('latin1', 0, 4)).toBe('k8s\0');
    expect(JSON.parse(transformer.fromStored(stored, KEY).toString())).toEqual(JSON.parse(VALUE.toString()));
  });

  it('stores JSON with a newline in the groups that the reference keeps so', () => {
    const transformer = plain.of(valuesOf('apiregistration.k8s.io'))!;
    expect(transformer.toStored(VALUE, KEY).toString()).toBe(`${VALUE.toString()}\n`);
  });

  it('reads JSON of a resource that is stored as protobuf', () => {
    const transformer = plain.of(valuesOf('harbor.example.com'))!;
    const read = JSON.parse(transformer.fromStored(VALUE, KEY).toString()) as object;
    expect(read).toEqual(JSON.parse(VALUE.toString()));
  });

  it('encrypts that form, with the key in etcd', () => {
    const encryption = new NotingEncryption();
    const transformer = new KubernetesValues(encryption, '/other').of(valuesOf('harbor.example.com'))!;
    transformer.fromStored(transformer.toStored(VALUE, KEY), KEY);
    expect(encryption.keys).toEqual(Array(2).fill('/other/harbor.example.com/berths/n/a'));
    expect(transformer.isCurrent!(VALUE)).toBe(false);
  });

  it('rejects protobuf of a version that is not known', () => {
    const transformer = plain.of(valuesOf('harbor.example.com'))!;
    const foreign = plain.of(valuesOf('other.example.com'))!;
    const stored = foreign.toStored(
      Buffer.from(VALUE.toString().replace('harbor.example.com', 'other.example.com')),
      KEY,
    );
    expect(() => transformer.fromStored(stored, KEY)).toThrow('it is of a version without a protobuf form');
  });
});
