import { FieldPath } from './field-path.js';

describe('FieldPath.toString()', () => {
  it.each<[FieldPath, string]>([
    [FieldPath.of(), '<nil>'],
    [FieldPath.of(''), '[]'],
    [FieldPath.of('', 'a'), '[].a'],
    [FieldPath.of('a', ''), 'a[]'],
    [FieldPath.of('a', 'b').index(0).child('c', 'd').key('e.f'), 'a.b[0].c.d[e.f]'],
    [FieldPath.of('a').key(''), 'a[]'],
    [FieldPath.of().index(1), '[1]'],
  ])('%#: %s', (path, text) => {
    expect(path.toString()).toBe(text);
  });
});
