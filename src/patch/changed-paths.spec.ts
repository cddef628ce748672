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

  it('are few, and the number of all others', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i]));
    const changes = changedPaths({}, many);
    expect([changes.length, changes.at(-1)]).toEqual([33, 'and 68 more']);
  });
});
