import { MAX_STRICT_PROBLEMS } from '../apimachinery/index.js';
import { RepeatedInValues } from './repeated-in-values.js';

describe('RepeatedInValues', () => {
  const value = { a: { x: 1, y: 2 }, list: [{ x: 3 }] };
  const operations = [{ op: 'add', path: '/spec', value }];
  const document = { kind: 'K', spec: value, other: { a: { x: 1 } } };

  it('finds repeated members of values in the document, in its order', () => {
    const repeated = new RepeatedInValues();
    expect(repeated.join([0, 'value', 'list', 0, 'x'], 1, 3)).toBe(3);
    repeated.join([0, 'value', 'a', 'y'], 1, 2);
    repeated.join([0, 'value', 'a', 'x'], 1, 2);
    expect(repeated.pathsIn(document, operations)).toEqual(['spec.a.x', 'spec.a.y', 'spec.list[0].x']);
  });

  it('finds members of the value itself', () => {
    const repeated = new RepeatedInValues();
    repeated.join([0, 'value', 'a'], 1, 2);
    expect(repeated.pathsIn(document, operations)).toEqual(['spec.a']);
  });

  it('leaves out what is not in a value: members of operations, and values as a whole', () => {
    const repeated = new RepeatedInValues();
    repeated.join([0, 'op'], 1, 2);
    repeated.join([0, 'value'], 1, 2);
    repeated.join([0, 'path', 'a'], 1, 2);
    expect(repeated.pathsIn(document, operations)).toEqual([]);
  });

  it('leaves out what is not in the document any more', () => {
    const repeated = new RepeatedInValues();
    repeated.join([0, 'value', 'a', 'x'], 1, 2);
    repeated.join([4, 'value', 'a', 'x'], 1, 2);
    expect(repeated.pathsIn({ spec: { a: { x: 1 } }, none: null, text: 'a' }, operations)).toEqual([]);
    expect(new RepeatedInValues().pathsIn(document, operations)).toEqual([]);
  });

  it('finds no more than are reported, however often a value is in the document', () => {
    const repeated = new RepeatedInValues();
    const many = Object.fromEntries(Array.from({ length: 2 * MAX_STRICT_PROBLEMS }, (_, i) => [`k${i}`, i]));
    for (const name of Object.keys(many)) repeated.join([0, 'value', name], 1, 2);
    expect(repeated.pathsIn({ many }, [{ op: 'add', path: '/many', value: many }])).toHaveLength(MAX_STRICT_PROBLEMS);
    const single = new RepeatedInValues();
    single.join([0, 'value', 'a'], 1, 2);
    const shared = { a: 1 };
    const copies = Array.from({ length: 2 * MAX_STRICT_PROBLEMS }, () => shared);
    const paths = single.pathsIn({ copies }, [{ op: 'add', path: '/copies', value: shared }]);
    expect(paths).toHaveLength(MAX_STRICT_PROBLEMS);
  });

  it('does not look deeper than a thousand members', () => {
    const nestedIn = (depth: number): unknown => {
      let nested: unknown = value;
      for (let i = 0; i < depth; i++) nested = { n: nested };
      return nested;
    };
    const repeated = new RepeatedInValues();
    repeated.join([0, 'value', 'a'], 1, 2);
    expect(repeated.pathsIn(nestedIn(1000), operations)).toHaveLength(1);
    expect(repeated.pathsIn(nestedIn(1001), operations)).toEqual([]);
  });
});
