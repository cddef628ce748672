import type { ApiObject, ManagedFieldsEntry } from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';
import { SharedFields } from '../../patch/index.js';
import { writeOwned } from './owned-text.js';

const entry = (manager: string, fieldsV1: Record<string, unknown>): ManagedFieldsEntry => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-02T03:04:05Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
});
const owned = { 'f:data': { '.': {}, 'f:a<b': {} } };
const metadata = { name: 'a', uid: 'u-1', managedFields: [entry('one', owned)] };

describe('writeOwned()', () => {
  it.each<[string, object]>([
    ['an object that ends with its metadata', { kind: 'A', apiVersion: 'v1', metadata }],
    ['one that begins with them', { metadata, spec: { x: [1, { y: null }] }, status: {} }],
    ['members that are undefined', { kind: 'A', a: undefined, metadata, spec: undefined, z: 1 }],
    ['markup in names and texts', { kind: 'A', metadata, 'a<b': '<&>\u2028' }],
    ['long integers', { kind: 'A', metadata, spec: { n: 9007199254740993n } }],
    ['a member named as prototypes are', JSON.parse(`{"__proto__":{"a":1},"metadata":${JSON.stringify(metadata)}}`)],
    [
      'a subresource behind the fields',
      { metadata: { name: 'a', managedFields: [{ ...entry('<', owned), subresource: 'status' }] } },
    ],
    [
      'several owners',
      { metadata: { name: 'a', managedFields: [entry('a', owned), entry('b', { 'f:x': {} })] }, z: 0 },
    ],
    ['an entry without fields', { metadata: { name: 'a', managedFields: [{ manager: 'a', fieldsV1: undefined }] } }],
    ['fields that cannot be read', { metadata: { name: 'a', managedFields: [entry('a', { 'f:a': [] })] } }],
    ['owners before other metadata', { metadata: { managedFields: [entry('a', owned)], name: 'a' } }],
    ['nothing but owners', { metadata: { managedFields: [entry('a', owned)] } }],
    ['no owners', { metadata: { name: 'a', managedFields: [] } }],
  ])('writes %s as JSON', (_title, object) => {
    const sets = new SharedFields();
    const text = stringifyJson(object);
    expect(writeOwned(object as ApiObject, sets).text).toBe(text);
    expect(writeOwned(object as ApiObject, sets).text).toBe(text);
  });

  it('finds the owners in the text', () => {
    const object = { kind: 'A', metadata, spec: { managedFields: [1] } };
    const { text, owners } = writeOwned(object, new SharedFields());
    const { at, length, total, entries, fields } = owners!;
    expect(text.slice(at, at + length)).toBe(`,"managedFields":${stringifyJson(metadata.managedFields)}`);
    expect(JSON.parse(text.slice(0, at) + text.slice(at + length))).toEqual({
      ...object,
      metadata: { name: 'a', uid: 'u-1' },
    });
    expect(total).toBe(text.length);
    expect(JSON.parse(entries)).toEqual([{ ...metadata.managedFields[0], fieldsV1: null }]);
    expect(fields).toEqual([owned]);
  });

  it('answers shared field sets, and none where one of them cannot be shared', () => {
    const sets = new SharedFields();
    const fieldsOf = (own: Record<string, unknown>[]): readonly unknown[] | undefined => {
      const managedFields = own.map((fields, i) => entry(`m${i}`, fields));
      return writeOwned({ metadata: { name: 'a', managedFields } }, sets).owners?.fields;
    };
    const [first] = fieldsOf([{ 'f:a': {} }])!;
    expect(fieldsOf([{ 'f:a': {} }])![0]).toBe(first);
    expect(fieldsOf([{ 'f:a': {} }, { 'f:b': [] }])).toBeUndefined();
  });
});
