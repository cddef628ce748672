import type { ApiObject, ManagedFieldsEntry } from '../../apimachinery/index.js';
import { isDeepEqual } from './deep-equal.js';
import { keepUnchangedTimes } from './unchanged-times.js';

describe('isDeepEqual()', () => {
  const values: unknown[] = [
    {},
    '',
    0,
    1,
    null,
    undefined,
    [],
    [1],
    [1, 2],
    [undefined],
    { a: 1 },
    { a: null },
    { b: 1 },
    { a: 1, b: 1 },
    { a: [1] },
  ];

  it('distinguishes all that is different', () => {
    for (const [i, a] of values.entries()) {
      for (const [j, b] of values.entries()) expect([a, b, isDeepEqual(a, b)]).toEqual([a, b, i === j]);
    }
  });

  it('takes copies for the same, and undefined members for absent ones', () => {
    for (const value of values) expect(isDeepEqual(value, structuredClone(value))).toBe(true);
    expect(isDeepEqual({ a: undefined, b: 1 }, { b: 1 })).toBe(true);
    expect(isDeepEqual({ b: 1 }, { a: undefined, b: 1 })).toBe(true);
    expect(isDeepEqual({ toString: 1 }, {})).toBe(false);
    expect(isDeepEqual({ a: undefined, b: 1 }, { a: 1 })).toBe(false);
  });
});

describe('keepUnchangedTimes()', () => {
  const entry = (time: string, field = 'f:a'): ManagedFieldsEntry => ({
    manager: 'm',
    operation: 'Update',
    apiVersion: 'v1',
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: { [field]: {} },
  });
  const objectOf = (managedFields: ManagedFieldsEntry[] | undefined, more: object = {}): ApiObject =>
    ({ metadata: { name: 'a', managedFields }, data: { k: 'v' }, ...more }) as ApiObject;
  const kept = (
    sent: ManagedFieldsEntry[] | undefined,
    live: ManagedFieldsEntry[] | undefined,
    more: object = {},
  ): unknown => {
    const object = objectOf(sent, more);
    keepUnchangedTimes(object, objectOf(live));
    return object.metadata.managedFields;
  };

  it('gives an object that is otherwise the same its times back', () => {
    const live = [entry('1'), entry('2', 'f:b')];
    expect(kept([entry('1'), entry('3', 'f:b')], live)).toBe(live);
  });

  it.each<[string, ManagedFieldsEntry[] | undefined, ManagedFieldsEntry[] | undefined, object]>([
    ['other members', [entry('2')], [entry('1')], { data: {} }],
    ['other metadata', [entry('2')], [entry('1')], { metadata: { name: 'b', managedFields: [entry('2')] } }],
    ['other fields', [entry('2', 'f:b')], [entry('1')], {}],
    ['more entries', [entry('2'), entry('2', 'f:b')], [entry('1')], {}],
    ['fewer entries', [entry('2')], [entry('1'), entry('1', 'f:b')], {}],
    ['no entries', undefined, [entry('1')], {}],
    ['new entries', [entry('2')], undefined, {}],
    ['an empty list', [], [], {}],
  ])('leaves an object with %s as it is', (_what, sent, live, more) => {
    expect(kept(sent, live, more)).toEqual(sent);
    if (live) expect(kept(sent, live, more)).not.toBe(live);
  });
});
