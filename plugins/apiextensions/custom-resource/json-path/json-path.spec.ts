import { findResults } from './find-results.js';
import { parsePath } from './parse-path.js';
import { JsonPathError } from './path-step.js';

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
