import fc from 'fast-check';
import type { ApiObject } from '../../apimachinery/index.js';
import { type MovedField, movedFields, movesOf } from './moved-fields.js';

interface Free extends ApiObject {
  spec?: Record<string, unknown>;
}

const conversion = movedFields<Free, Free>({
  'spec.lengthMeters': 'spec.size.length',
  'spec.depth': 'spec.size.depth',
  'spec.services': {
    to: 'spec.supplies',
    toHub: (text: string) => text.split(','),
    fromHub: (list: string[]) => list.join(','),
  },
  'spec.left': 'spec.right',
  'spec.right': 'spec.left',
});
const metadata = { name: 'a' };
const fail = () => [];

describe('movedFields()', () => {
  it('moves, renames and changes values, and leaves all others', () => {
    const older = { metadata, spec: { lengthMeters: 5, services: 'a,b', left: 1, right: 2, other: true } };
    const newer = { metadata, spec: { size: { length: 5 }, supplies: ['a', 'b'], left: 2, right: 1, other: true } };
    expect(conversion.toHub(older)).toEqual(newer);
    expect(conversion.fromHub(newer)).toMatchObject(older);
  });

  it('leaves an object alone that has none of the fields, whatever it lacks', () => {
    for (const object of [{ metadata }, { metadata, spec: {} }]) {
      expect(conversion.toHub(object)).toEqual(object);
      expect(conversion.fromHub(object)).toEqual(object);
    }
  });

  it('loses nothing there and back, and does not change its input', () => {
    const value = fc.option(fc.integer(), { nil: undefined });
    const spec = fc.record({ lengthMeters: value, depth: value, left: value, right: value, other: value });
    fc.assert(
      fc.property(spec, (members) => {
        const older = Object.freeze({ metadata, spec: Object.freeze(members) });
        const { spec: back } = conversion.fromHub(conversion.toHub(older));
        expect({ ...back, size: undefined }).toEqual(members);
      }),
    );
  });

  describe('with fields that are split or joined', () => {
    const split = movedFields<Free, Free>({
      'spec.size': {
        to: ['spec.width', 'spec.box.height'],
        toHub: (text: string) => text.split('x').map(Number),
        fromHub: ([width, height]: (number | undefined)[]) => `${width ?? ''}x${height ?? ''}`,
      },
      'spec.first': {
        with: ['spec.last'],
        to: 'spec.name',
        toHub: (names: string[]) => names.join(' '),
        fromHub: (name: string) => name.split(' '),
      },
    });

    it('takes one apart, puts several together, and back', () => {
      const older = { metadata, spec: { size: '3x4', first: 'Ada', last: 'Byron', other: 1 } };
      const newer = { metadata, spec: { width: 3, box: { height: 4 }, name: 'Ada Byron', other: 1 } };
      expect(split.toHub(older)).toEqual(newer);
      expect(split.fromHub(newer)).toEqual({ metadata, spec: { ...older.spec, box: {} } });
    });

    it('calls no function where all are unset, and gives unset ones as undefined', () => {
      expect(split.toHub({ metadata, spec: {} })).toEqual({ metadata, spec: {} });
      expect(split.fromHub({ metadata, spec: { width: 3 } })).toEqual({ metadata, spec: { size: '3x' } });
    });

    it('names errors at any of them by the key', () => {
      const names = ['spec.width', 'spec.box.height', 'spec.box', 'spec.name', 'spec.name[0]'];
      expect(names.map((name) => split.fieldFromHub!(name))).toEqual([
        'spec.size',
        'spec.size',
        'spec.box',
        'spec.first',
        'spec.first',
      ]);
    });

    it('refuses a value that cannot be taken apart, by its name in the older version', () => {
      const none = { to: ['spec.b', 'spec.c'], toHub: () => undefined, fromHub: () => undefined };
      const refusing = movedFields<Free, Free>({ 'spec.a': none });
      const older = { apiVersion: 'a.example.com/v1', kind: 'Free', metadata, spec: { a: 'junk' } };
      const text =
        'Free.a.example.com "a" is invalid: spec.a: Invalid value: "junk": is malformed and cannot be converted';
      expect(() => refusing.toHub(older)).toThrow(text);
      expect(refusing.fromHub({ metadata, spec: { b: 1 } })).toEqual({ metadata, spec: {} });
    });

    it('sets the fields that a result has values for, and refuses one that is no list', () => {
      const returning = (result: unknown) =>
        movedFields<Free, Free>({ 'spec.a': { to: ['spec.b', 'spec.c'], toHub: () => result, fromHub: () => 1 } });
      const older = { metadata, spec: { a: 1 } };
      expect(returning([]).toHub(older)).toEqual({ metadata, spec: {} });
      expect(returning([1]).toHub(older)).toEqual({ metadata, spec: { b: 1 } });
      expect(returning([null, 2]).toHub(older)).toEqual({ metadata, spec: { c: 2 } });
      expect(() => returning([1, 2, 3]).toHub(older)).toThrow('is malformed and cannot be converted');
      expect(() => returning(1).toHub(older)).toThrow(
        'movedFields: a function has to return a list, with the values of spec.b, spec.c',
      );
    });

    it.each<[string, MovedField]>([
      ['is split', { to: ['spec.b', 'spec.c'], toHub: () => [1, 2] }],
      ['is joined with others', { to: 'spec.b', with: ['spec.c'] }],
    ])('refuses a field that %s without both functions', (what, field) => {
      expect(() => movedFields({ 'spec.a': field })).toThrow(
        `movedFields: "spec.a" ${what}; give it both toHub and fromHub`,
      );
    });
  });

  it.each([
    ['spec.size.length', 'spec.lengthMeters'],
    ['spec.supplies[1]', 'spec.services[1]'],
    ['spec.size', 'spec.size'],
    ['spec.left', 'spec.right'],
    ['spec.suppliesOf', 'spec.suppliesOf'],
  ])('names the field %s as %s', (field, shown) => {
    expect(conversion.fieldFromHub!(field)).toBe(shown);
  });

  it.each([
    [{ 'spec.a': 'spec.c', 'spec.b': 'spec.c' }, '"spec.c" and "spec.c"'],
    [{ 'spec.a': 'spec.c', 'spec.a.b': 'spec.d' }, '"spec.a.b" and "spec.a"'],
    [{ 'spec.a': { to: ['spec.c', 'spec.c'], toHub: fail, fromHub: fail } }, '"spec.c" and "spec.c"'],
  ])('refuses %j', (moved, text) => {
    expect(() => movedFields(moved)).toThrow(text);
  });
});

describe('movesOf()', () => {
  it('are the paths that a conversion moves, of one that movedFields() has made', () => {
    const joined: MovedField = { with: ['spec.last'], to: 'spec.name', toHub: fail, fromHub: fail };
    expect(movesOf(movedFields({ 'spec.a': 'spec.b', 'spec.first': joined }))).toMatchObject([
      { from: ['spec.a'], to: ['spec.b'] },
      { from: ['spec.first', 'spec.last'], to: ['spec.name'] },
    ]);
    expect(movesOf({ toHub: fail, fromHub: fail })).toBeUndefined();
  });
});

describe('a function of movedFields() that returns no list of values for stored objects', () => {
  it.each([[undefined], [['a', 'b', 'c']]])('is a fault of the plugin, not of the client: %j', (result) => {
    const joined = { with: ['spec.last'], to: 'spec.name', toHub: () => '', fromHub: () => result };
    const faulty = movedFields<Free, Free>({ 'spec.first': joined });
    expect(() => faulty.fromHub({ metadata, spec: { name: 'Ada' } })).toThrow(
      'movedFields: a function has to return a list, with the values of spec.first, spec.last and no more',
    );
  });
});
