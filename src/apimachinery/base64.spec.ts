import { base64FaultAt, isBase64 } from './base64.js';

describe('base64', () => {
  it.each(['', 'aGk=', 'aA==', 'aGkh', '+/+/', 'aGkhaGk=', 'aB=='])('accepts %j', (text) => {
    expect(isBase64(text)).toBe(true);
    expect(base64FaultAt(text)).toBeUndefined();
  });

  // The places are those of Go's base64.StdEncoding.
  it.each([
    ['a', 0],
    ['aGk', 0],
    ['aGkh1', 4],
    ['aGk=?', 4],
    ['=', 0],
    ['a===', 1],
    ['aA=a', 2],
    ['aA==x', 4],
    ['aA===', 4],
    ['aGk=a', 4],
    ['aA=', 3],
    ['aG-h', 2],
    ['aGk=aGk=', 4],
    ['====', 0],
  ])('refuses %j at %d', (text, at) => {
    expect(isBase64(text)).toBe(false);
    expect(base64FaultAt(text)).toBe(at);
  });

  it('agrees with an encoder on bytes of every length', () => {
    for (let length = 0; length < 300; length++) {
      expect(isBase64(Buffer.alloc(length, length).toString('base64'))).toBe(true);
    }
  });
});
