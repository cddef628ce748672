import { warningsIn } from './api.js';
import { errorOf } from './api-error.js';

describe('warningsIn()', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['299 - "old"', ['old']],
    ['299 - "a \\"quoted\\" one", 299 - "and another, with a comma"', ['a "quoted" one', 'and another, with a comma']],
  ])('of %s', (header, texts) => {
    expect(warningsIn(header)).toEqual(texts);
  });
});

describe('errorOf()', () => {
  it('reads a Status, and otherwise takes the text', () => {
    const status = JSON.stringify({ kind: 'Status', reason: 'Forbidden', message: 'no' });
    expect(errorOf(403, status)).toMatchObject({ code: 403, reason: 'Forbidden', message: 'no' });
    expect(errorOf(404, '404 page not found\n')).toMatchObject({ reason: '', message: '404 page not found' });
    expect(errorOf(502, '')).toMatchObject({ message: 'the server answered 502' });
  });
});
