import { findResults, isWide } from './find-results.js';
import { parsePath } from './parse-path.js';
import { JsonPathError } from './path-step.js';
import { VisitMeter } from './visit-meter.js';

const object = {
  metadata: { labels: { 'x.y/z': 'L' } },
  spec: {
    l: ['a', 'b', 'c'],
    c: [
      { t: 'R', v: 'x', n: 1 },
      { t: 'S', n: 2 },
    ],
    m: { 'a.b': 1, 'key-dash': 2 },
    nothing: null,
  },
};

describe('findResults()', () => {
  it.each<[string, unknown[] | undefined]>([
    ['.spec.l[0]', ['a']],
    ['.spec.l[-1]', ['c']],
    ['.spec.l[-1:]', ['c']],
    ['.spec.l[0:2]', ['a', 'b']],
    ['.spec.l[:1]', ['a']],
    ['.spec.l[1:]', ['b', 'c']],
    ['.spec.l[::2]', ['a', 'c']],
    ['.spec.l[1:1]', []],
    ['.spec.l[9]', undefined],
    ['.spec.l[*]', ['a', 'b', 'c']],
    ['.spec.l[0,2]', ['a', 'c']],
    ['.spec.c[*].t', ['R', 'S']],
    ['.spec.c[?(@.t=="R")].v', ['x']],
    ['.spec.c[?(@.t!="R")].n', [2]],
    ['.spec.c[?(@.n>1)].t', ['S']],
    ['.spec.c[?(@.v)].t', ['R']],
    ['.spec.c[?(@.t>1)].t', undefined],
    ['.spec.m.a\\.b', [1]],
    ['.spec.m.key-dash', [2]],
    [".metadata.labels['x.y/z']", ['L']],
    ['..n', [1, 2]],
    ['.spec.absent.deeper', []],
    ['.spec.nothing', [null]],
    ['.spec.nothing.deeper', []],
    ['.spec.m[0]', undefined],
  ])('%s', (path, results) => {
    expect(findResults(parsePath(path), object)).toEqual(results);
  });

  it.each(['spec', '.spec[', '.spec.l[x]', '.spec.l[]'])('refuses %s', (path) => {
    expect(() => parsePath(path)).toThrow(JsonPathError);
  });
});

describe('the cost of a path', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = { a: 'innermost' };
    for (let i = 0; i < depth; i++) value = { b: i, a: value };
    return value;
  };

  it.each(['..a', '..a..a', '..a..a..a..a', `${'..a'.repeat(20)}`, `..*${"['a','a']".repeat(20)}`])(
    'of %s is linear in the values of an object',
    (path) => {
      const visits = [500, 1000].map((depth) => {
        const meter = new VisitMeter(Infinity);
        findResults(parsePath(path), nested(depth), meter);
        return meter.visits;
      });
      expect(visits[1] / visits[0]).toBeLessThan(2.5);
      expect(visits[1]).toBeLessThan(1000 * 4 * path.length);
    },
  );

  it('finds the same first value with repeated steps', () => {
    expect(findResults(parsePath('..a..a'), { a: { a: { a: 1 } } })?.[0]).toEqual({ a: { a: 1 } }.a);
  });

  it.each(['..a', '.l[*].a', '.l[?(@.a=="b")].a', '.l[0:].a', '.l[0,1,2].a'])('of %s ends at the limit', (path) => {
    const object = { l: Array.from({ length: 20_000 }, () => ({ a: 'b' })) };
    const meter = new VisitMeter(2);
    expect(findResults(parsePath(path), object, meter)).toBeUndefined();
  });

  it('visits deep values without recursion', () => {
    expect(findResults(parsePath('..c'), nested(9_000), new VisitMeter(Infinity))).toEqual([]);
  });

  it.each<[string, boolean]>([
    ['.a.b', false],
    ['.a[?(@.type=="Ready")].status', false],
    ['.a[0]', false],
    ['.a.*', true],
    ['.a..b', true],
    ['.a[?(@.*=="x")]', true],
    ["['a','b']", false],
    ['[0,*]', true],
  ])('of %s depends on every member of an object: %s', (path, expected) => {
    expect(isWide(parsePath(path))).toBe(expected);
  });
});
