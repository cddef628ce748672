import type { ApiObject } from '../../../apimachinery/index.js';
import { lastChangeOf, writersOf } from './writers.js';

interface Entry {
  readonly manager: string;
  readonly time?: string;
  readonly fields?: readonly string[];
}

const ONE = '2026-01-01T00:00:01Z';
const TWO = '2026-01-01T00:00:02Z';

const objectWith = (...entries: Entry[]): ApiObject => ({
  metadata: {
    name: 'x',
    creationTimestamp: ONE,
    managedFields: entries.map(({ manager, time = ONE, fields = [] }) => ({
      ...{ manager, operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time },
      fieldsV1: { 'f:data': Object.fromEntries(fields.map((field) => [`f:${field}`, {}])) },
    })),
  },
});

const namesOf = (before: ApiObject | undefined, after: ApiObject): string[] =>
  writersOf(before, after).map(({ manager }) => manager);

describe('writersOf()', () => {
  const former = objectWith({ manager: 'maker', fields: ['a'] }, { manager: 'other' });

  it.each<[string, ApiObject | undefined, ApiObject, string[]]>([
    [
      'a new manager',
      former,
      objectWith({ manager: 'maker', fields: ['a'] }, { manager: 'other' }, { manager: 'new' }),
      ['new'],
    ],
    [
      'another time',
      former,
      objectWith({ manager: 'maker', fields: ['a'], time: TWO }, { manager: 'other' }),
      ['maker'],
    ],
    ['more fields', former, objectWith({ manager: 'maker', fields: ['a', 'b'] }, { manager: 'other' }), ['maker']],
    ['fields that moved', former, objectWith({ manager: 'maker' }, { manager: 'other', fields: ['a'] }), ['other']],
    ['no difference', former, former, ['maker', 'other']],
    ['no state before', undefined, objectWith({ manager: 'maker' }, { manager: 'late', time: TWO }), ['late']],
  ])('finds the managers by %s', (_, before, after, names) => {
    expect(namesOf(before, after)).toEqual(names);
  });

  it('finds those who own what changed within the second of others', () => {
    const entry = (manager: string, fieldsV1: object): object => ({
      manager,
      operation: 'Update',
      time: ONE,
      fieldsV1,
    });
    const stateWith = (image: string, replicas: number, ready: boolean): ApiObject => {
      const managedFields = [
        entry('setter', { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:image': {} } } } }),
        entry('scaler', { 'f:spec': { '.': {}, 'f:replicas': {} } }),
        entry('watcher', { 'f:status': { 'f:ready': {} } }),
      ];
      const spec = { replicas, containers: [{ name: 'a', image }] };
      return { metadata: { name: 'x', managedFields }, spec, status: { ready } } as ApiObject;
    };
    const before = stateWith('one', 1, false);
    expect(namesOf(before, stateWith('one', 1, true))).toEqual(['watcher']);
    expect(namesOf(before, stateWith('two', 1, false))).toEqual(['setter']);
    expect(namesOf(before, stateWith('two', 2, false))).toEqual(['setter', 'scaler']);
    expect(namesOf(before, before)).toEqual(['setter', 'scaler', 'watcher']);
  });

  it('finds nobody in an object without owners', () => {
    expect(writersOf(undefined, { metadata: { name: 'x' } })).toEqual([]);
  });
});

describe('lastChangeOf()', () => {
  it('is the newest time of an owner, or else that of the creation', () => {
    expect(lastChangeOf(objectWith({ manager: 'a', time: TWO }, { manager: 'b' }))).toBe(Date.parse(TWO));
    expect(lastChangeOf(objectWith())).toBe(Date.parse(ONE));
    expect(lastChangeOf({ metadata: { name: 'x' } })).toBeUndefined();
  });
});
