import { changedPaths } from './changed-paths.js';

describe('changedPaths()', () => {
  it.each<[object, object, string[]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 2 }, { a: 2, c: 3 }, ['remove /b', 'replace /a', 'add /c']],
    [{ a: { 'x/y': 1 } }, { a: { 'x/y': 'secret' } }, ['replace /a/x~1y']],
    [{ list: [1] }, { list: [1, 2] }, ['add /list/1']],
  ])('between %j and %j are %j', (before, after, changes) => {
    expect(changedPaths(before, after)).toEqual(changes);
  });

  it.each([
    [32, 32, 'add /k31'],
    [33, 33, 'and 1 more'],
    [100, 33, 'and 68 more'],
  ])('of %i changes are %i texts, the last %j', (count, texts, last) => {
    const many = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
    const changes = changedPaths({}, many);
    expect([changes.length, changes.at(-1)]).toEqual([texts, last]);
  });
});
