import { goQuote, textOfBytes, textOfHeader, wellFormed } from './index.js';

const bytes = (...codes: number[]): Buffer => Buffer.from(codes);

describe('textOfBytes()', () => {
  it.each<[string, Buffer, string]>([
    ['text', Buffer.from('aé€😀'), 'aé€😀'],
    ['a byte alone', bytes(0xff), '\udcff'],
    ['a character cut short', bytes(0x61, 0xc3), 'a\udcc3'],
    ['a character after such a byte', bytes(0xfe, 0xc3, 0xa9), '\udcfeé'],
    ['a surrogate as three bytes', bytes(0xed, 0xa0, 0x80), '\udced\udca0\udc80'],
    ['a character in too many bytes', bytes(0xc0, 0xaf), '\udcc0\udcaf'],
  ])('reads %s', (_what, sent, text) => {
    expect(textOfBytes(sent)).toBe(text);
  });
});

describe('textOfHeader()', () => {
  it('reads the bytes that Node gives as characters', () => {
    expect(textOfHeader(Buffer.from('é').toString('latin1'))).toBe('é');
    expect(textOfHeader('\u00e9')).toBe('\udce9');
    expect(textOfHeader('plain')).toBe('plain');
  });
});

describe('wellFormed()', () => {
  it('replaces what is no text', () => {
    expect(wellFormed('a\udcff😀')).toBe('a\ufffd😀');
  });
});

describe('goQuote()', () => {
  it.each([
    ['a"b\\c', String.raw`"a\"b\\c"`],
    ['é 😀', '"é 😀"'],
    ['\u0000\u0007\u000b\n', String.raw`"\x00\a\v\n"`],
    ['\u007f\u00a0\u200b', String.raw`"\x7f\u00a0\u200b"`],
    ['\\u0000', String.raw`"\\u0000"`],
    ['\u{e0001}', String.raw`"\U000e0001"`],
    [textOfBytes(bytes(0xff)), String.raw`"\xff"`],
  ])('quotes %j', (text, quoted) => {
    expect(goQuote(text)).toBe(quoted);
  });
});
