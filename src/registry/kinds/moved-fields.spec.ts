import fc from 'fast-check';
import type { ApiObject } from '../../apimachinery/index.js';
import { movedFields } from './moved-fields.js';

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
  ])('refuses %j', (moved, text) => {
    expect(() => movedFields(moved)).toThrow(text);
  });
});
