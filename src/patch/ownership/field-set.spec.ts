import fc from 'fast-check';
import { FieldSet } from './field-set.js';
import { fromFieldsV1, toFieldsV1 } from './fields-v1.js';

const element = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'v:"s"', 'i:0');
const path = fc.array(element, { minLength: 1, maxLength: 4 });
const set = fc.array(path, { maxLength: 12 }).map((paths) => FieldSet.of(...paths));

const textsOf = (s: FieldSet): string[] => [...s.paths()].map((p) => p.join('/')).sort();

describe('FieldSet.equals()', () => {
  it.each<[string[][], string[][]]>([
    [[['f:a']], [['f:b']]],
    [[['f:a']], []],
    [[['f:a'], ['f:a', 'f:x']], [['f:a', 'f:x']]],
    [[['f:a'], ['f:a', 'f:x']], [['f:a']]],
    [[['f:a', 'f:x']], [['f:a', 'f:y']]],
  ])('distinguishes %j from %j', (paths, others) => {
    const [a, b] = [FieldSet.of(...paths), FieldSet.of(...others)];
    expect([a.equals(b), b.equals(a), a.equals(FieldSet.of(...paths))]).toEqual([false, false, true]);
  });

  it('is about the paths, not about their order', () => {
    expect(FieldSet.of(['f:a'], ['f:b']).equals(FieldSet.of(['f:b'], ['f:a']))).toBe(true);
    expect(FieldSet.EMPTY.has([])).toBe(false);
  });
});

describe('FieldSet', () => {
  it('agrees with sets of paths', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const [inA, inB] = [new Set(textsOf(a)), new Set(textsOf(b))];
        expect(textsOf(a.union(b))).toEqual([...new Set([...inA, ...inB])].sort());
        expect(textsOf(a.intersection(b))).toEqual([...inA].filter((p) => inB.has(p)));
        expect(textsOf(a.difference(b))).toEqual([...inA].filter((p) => !inB.has(p)));
        const isBelow = (p: string): boolean => [...inB].some((q) => p === q || p.startsWith(`${q}/`));
        expect(textsOf(a.recursiveDifference(b))).toEqual([...inA].filter((p) => !isBelow(p)));
        expect(a.isWithin(b)).toBe([...inA].every((p) => inB.has(p)));
        expect(a.isWithin(a.union(b))).toBe(true);
      }),
    );
  });

  it('returns itself where nothing changes', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const both = a.union(b);
        expect(both.union(a)).toBe(both);
        expect(both.difference(FieldSet.EMPTY)).toBe(both);
        expect(a.intersection(both)).toBe(a);
        expect(a.difference(b.difference(a))).toBe(a);
      }),
    );
  });

  it('survives being written and read', () => {
    fc.assert(
      fc.property(set, (a) => {
        const fields = JSON.parse(JSON.stringify(toFieldsV1(a))) as Record<string, unknown>;
        expect(fromFieldsV1(fields).equals(a)).toBe(true);
      }),
    );
  });

  it('knows its leaves', () => {
    const s = FieldSet.of(['f:a'], ['f:a', 'f:b'], ['f:c']);
    expect(textsOf(s.leaves())).toEqual(['f:a/f:b', 'f:c']);
    expect(s.has(['f:a'])).toBe(true);
    expect(s.has(['f:a', 'f:x'])).toBe(false);
    expect(s.below('f:a').has(['f:b'])).toBe(true);
  });
});

describe('toFieldsV1()', () => {
  it('orders members before keyed elements before values, and keys by value', () => {
    const fields = fromFieldsV1({
      'v:"b"': {},
      'k:{"protocol":"TCP","port":443}': { 'f:port': {}, '.': {} },
      'k:{"port":80,"protocol":"TCP"}': {},
      'f:z': { 'f:y': {} },
      'v:"a"': {},
    });
    expect(JSON.stringify(toFieldsV1(fields.union(FieldSet.of(['f:a']))))).toBe(
      '{"f:a":{},"f:z":{"f:y":{}},"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}":{},' +
        '"k:{\\"port\\":443,\\"protocol\\":\\"TCP\\"}":{".":{},"f:port":{}},"v:\\"a\\"":{},"v:\\"b\\"":{}}',
    );
  });

  it('gives the object back that was read', () => {
    const set = fromFieldsV1({ 'f:a': {} });
    expect(toFieldsV1(set)).toBe(toFieldsV1(set));
  });
});

describe('fromFieldsV1()', () => {
  it.each([[{ x: {} }], [{ fa: {} }], [{ 'f:a': [] }], [{ 'k:x': {} }], [{ 'i:x': {} }], [{ 'k:[]': {} }]])(
    'refuses %j',
    (fields) => {
      expect(() => fromFieldsV1(fields as Record<string, unknown>)).toThrow();
    },
  );

  it('skips elements of kinds it does not know', () => {
    expect(fromFieldsV1({ 'x:y': {}, 'f:a': {} }).equals(FieldSet.of(['f:a']))).toBe(true);
  });
});
