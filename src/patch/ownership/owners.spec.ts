import type { ManagedFieldsEntry } from '../../apimachinery/index.js';
import { doAtOnce } from '../../observability/index.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import { mergeAncientChanges } from './ancient-changes.js';
import {
  type Owner,
  type Owners,
  identityOf,
  readOrUndefined,
  readOwners,
  readStoredOwners,
  writeOwners,
  writeOwnersInSteps,
} from './owners.js';

const FIELDS = { 'f:a': {} };
const entry = (more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry => ({
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: structuredClone(FIELDS),
  ...more,
});
const owner = (more: Partial<Owner> = {}): Owner => ({
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  subresource: '',
  time: undefined,
  fields: FieldSet.of(['f:a']),
  ...more,
});
const ownersOf = (...list: Owner[]): Owners => new Map(list.map((each) => [identityOf(each), each]));

describe('identityOf()', () => {
  it.each<[Partial<Owner>, string]>([
    [{}, '{"manager":"m","operation":"Update","apiVersion":"v1"}'],
    [{ operation: 'Apply' }, '{"manager":"m","operation":"Apply"}'],
    [{ subresource: 'status' }, '{"manager":"m","operation":"Update","apiVersion":"v1","subresource":"status"}'],
    [
      { operation: 'Apply', subresource: 'a"b', manager: '"' },
      '{"manager":"\\"","operation":"Apply","subresource":"a\\"b"}',
    ],
  ])('of %j is %s', (more, identity) => expect(identityOf(owner(more))).toBe(identity));
});

describe('readOwners()', () => {
  it('reads entries, and one without fields as the owner of none', () => {
    expect([
      ...readOwners([
        entry(),
        entry({ manager: undefined, operation: 'Apply', fieldsV1: undefined, time: null as never }),
      ]),
    ]).toEqual([
      [
        '{"manager":"m","operation":"Update","apiVersion":"v1"}',
        expect.objectContaining({ manager: 'm', time: '2026-01-01T00:00:00Z' }),
      ],
      [
        '{"manager":"","operation":"Apply"}',
        expect.objectContaining({ time: undefined, fields: FieldSet.EMPTY, subresource: '' }),
      ],
    ]);
    expect(readOwners(undefined).size).toBe(0);
  });

  it.each<[Partial<ManagedFieldsEntry>, string]>([
    [{ operation: 'Delete' as never }, 'operation must be `Apply` or `Update`'],
    [{ apiVersion: undefined }, 'apiVersion must not be empty'],
    [{ fieldsType: undefined }, 'missing fieldsType in managed fields entry 1'],
    [{ fieldsType: '' as never }, 'missing fieldsType in managed fields entry 1'],
    [{ fieldsType: 'FieldsV2' as never }, 'invalid fieldsType "FieldsV2" in managed fields entry 1'],
    [{ fieldsV1: { a: {} } }, 'key must be 2 characters long'],
  ])('refuses %j, which makes all unreadable', (more, message) => {
    const entries = [entry({ manager: 'other' }), entry(more)];
    expect(() => readOwners(entries)).toThrow(message);
    expect(readOrUndefined(entries)).toBeUndefined();
    expect(readStoredOwners(entries).size).toBe(0);
  });

  it('passes other errors on', () => {
    const broken = Object.defineProperty(entry(), 'operation', {
      get: () => {
        throw new TypeError('broken');
      },
    });
    expect(() => readOrUndefined([broken])).toThrow('broken');
  });
});

describe('writeOwners()', () => {
  it('writes entries of stored owners as they were, and others again', () => {
    const [same, other] = [entry(), entry({ manager: 'n' })];
    const owners = readStoredOwners([same, other]);
    const [, changed] = [...owners.values()];
    owners.set(identityOf(changed), { ...changed, time: '2026-01-02T00:00:00Z' });
    const [first, second] = writeOwners(owners)!;
    expect(first).toBe(same);
    expect(second).toEqual({ ...other, time: '2026-01-02T00:00:00Z' });
    expect(second.fieldsV1).toBe(other.fieldsV1);
  });

  it('does not take entries of a client as they are', () => {
    const given = entry({ fieldsV1: { 'f:b': {}, 'f:a': {} } });
    const [written] = writeOwners(readOwners([given]))!;
    expect(JSON.stringify(written)).toBe(JSON.stringify({ ...given, fieldsV1: { 'f:a': {}, 'f:b': {} } }));
  });

  it('leaves out what is empty', () => {
    expect(writeOwners(ownersOf(owner({ manager: '' })))).toEqual([
      { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: FIELDS },
    ]);
    expect(writeOwners(new Map())).toBeUndefined();
  });

  it('orders entries by operation, age, manager, version and subresource', () => {
    const ordered: Partial<Owner>[] = [
      { operation: 'Apply', manager: 'z', time: '3' },
      { manager: 'z' },
      { time: '1', manager: 'a', apiVersion: 'v2' },
      { time: '1', manager: 'b', apiVersion: 'v1' },
      { time: '1', manager: 'b', apiVersion: 'v1', subresource: 'status' },
      { time: '1', manager: 'b', apiVersion: 'v2' },
      { time: '2', manager: 'a' },
    ];
    const names = (list: readonly Partial<ManagedFieldsEntry | Owner>[]): unknown[] =>
      list.map(({ operation = 'Update', time, manager, apiVersion = 'v1', subresource }) => [
        operation,
        time,
        manager,
        apiVersion,
        subresource || undefined,
      ]);
    for (const list of [ordered, [...ordered].reverse()]) {
      expect(names(writeOwners(ownersOf(...list.map(owner)))!)).toEqual(names(ordered));
    }
  });

  it('writes large sets in steps', () => {
    const builder = new FieldSetBuilder();
    for (let i = 0; i < 20_000; i++) builder.add(`f:${i}`);
    const owners = ownersOf(owner({ fields: builder.build() }));
    const steps = writeOwnersInSteps(owners);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    expect(count).toBeGreaterThan(5);
    expect(step.value).toEqual(writeOwners(owners));
    expect(doAtOnce(writeOwnersInSteps(ownersOf(owner())))).toEqual(writeOwners(ownersOf(owner())));
  });
});

describe('mergeAncientChanges()', () => {
  const merged = (list: Partial<Owner>[], max: number): unknown[] => {
    const owners = ownersOf(...list.map((each, i) => owner({ fields: FieldSet.of([`f:${i}`]), ...each })));
    mergeAncientChanges(owners, max);
    return [...owners.values()].map(({ manager, apiVersion, time, fields }) => [
      manager,
      apiVersion,
      time,
      [...fields.paths()].flat().sort().join(),
    ]);
  };

  it('merges the oldest ones, then those whose identity comes first', () => {
    const list = [
      { manager: 'd', time: '2' },
      { manager: 'c', time: '1' },
      { manager: 'a', time: '2' },
      { manager: 'b', time: '2' },
      { manager: 'e' },
    ];
    expect(merged(list, 5)).toHaveLength(5);
    expect(merged(list, 3)).toEqual([
      ['d', 'v1', '2', 'f:0'],
      ['b', 'v1', '2', 'f:3'],
      ['ancient-changes', 'v1', '2', 'f:1,f:2,f:4'],
    ]);
  });

  it('joins what has been merged before', () => {
    const list = [
      { manager: 'ancient-changes', time: '1' },
      { manager: 'a', time: '2' },
      { manager: 'b', time: '3' },
    ];
    expect(merged(list, 2)).toEqual([
      ['b', 'v1', '3', 'f:2'],
      ['ancient-changes', 'v1', '2', 'f:0,f:1'],
    ]);
  });

  it('leaves the oldest where a younger owner of that name takes the others', () => {
    const list = [
      { manager: 'a', time: '1' },
      { manager: 'b', time: '2' },
      { manager: 'ancient-changes', time: '9' },
      { manager: 'c', time: '8' },
    ];
    expect(merged(list, 3)).toEqual([
      ['a', 'v1', '1', 'f:0'],
      ['c', 'v1', '8', 'f:3'],
      ['ancient-changes', 'v1', '2', 'f:1,f:2'],
    ]);
  });
});
