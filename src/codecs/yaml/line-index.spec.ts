import { lineIndexes } from './line-index.js';

describe('lineIndexes()', () => {
  it('names the lines of the members of each document', () => {
    const [first, second] = lineIndexes(
      '# a comment\na: 1\nb:\n  - c: x\n    d: y\n  - e\n---\n{"f": {\n  "g": [1,\n 2]}}\n',
    );
    expect(Object.fromEntries(first)).toEqual({
      '': 2,
      a: 2,
      b: 3,
      'b[0]': 4,
      'b[0].c': 4,
      'b[0].d': 5,
      'b[1]': 6,
    });
    expect(Object.fromEntries(second)).toEqual({ '': 8, f: 8, 'f.g': 9, 'f.g[0]': 9, 'f.g[1]': 10 });
  });

  it('reads keys that are no scalars, anchors, and empty documents', () => {
    const [first] = lineIndexes('? [a]\n: b\nc: &x {d: 1}\ne: *x\n');
    expect(first.get('e')).toBe(4);
    expect(lineIndexes('')).toEqual([]);
  });
});
