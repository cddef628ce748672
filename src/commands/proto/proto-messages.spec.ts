import { commentOf } from './proto-messages.js';

describe('commentOf()', () => {
  it.each([
    [undefined, []],
    ['A place.', ['// A place.']],
    ['A place.\n\nFor ships.\r\nAnd boats.', ['// A place.', '//', '// For ships.', '// And boats.']],
  ])('of %j has every line in a comment', (text, lines) => {
    expect(commentOf(text)).toEqual(lines);
  });
});
