import fc from 'fast-check';
import { NumberLiteral } from '../../schema/index.js';
import { parseJson } from './parse-json.js';
import { stringifyExactly } from './stringify-json.js';

const parse = (text: string): unknown => parseJson(text).value;

describe('parseJson()', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!text.includes('__proto__') && !/\d{16}/.test(text));
        expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['18446744073709551615', 18446744073709551615n],
    ['1e3', 1000],
    ['-0.5', -0.5],
  ])('keeps the number %s exact', (text, value) => {
    expect(parse(text)).toBe(value);
  });

  it.each(['1.0', '1e3', '-2E0', '0.50', '1e400'])('keeps the spelling of %s where it is asked to', (text) => {
    const [value] = parseJson(`[${text}]`, { keepsLiterals: true }).value as [unknown];
    expect(value).toBeInstanceOf(NumberLiteral);
    expect((value as NumberLiteral).text).toBe(text);
  });

  it.each(['1', '-5', '1.5', '0'])('reads %s as a plain number all the same', (text) => {
    expect(parseJson(text, { keepsLiterals: true }).value).toBe(Number(text));
  });

  it('replaces a literal that is repeated', () => {
    const { value } = parseJson('{"a":1.0,"a":2.0}', { keepsLiterals: true });
    expect(stringifyExactly(value)).toBe('{"a":2.0}');
  });

  it.each([
    ['{"a":1,"a":2}', ['a'], { a: 2 }],
    ['{"a":{"b":1},"a":{"c":2}}', ['a'], { a: { c: 2 } }],
    ['{"a":[{"b":1,"b":2,"c":3,"c":4}]}', ['a[0].b', 'a[0].c'], { a: [{ b: 2, c: 4 }] }],
    ['{"a":1,"b":1}', [], { a: 1, b: 1 }],
  ])('reports duplicates in %s', (text, duplicates, value) => {
    expect(parseJson(text)).toEqual({ value, duplicates });
  });

  it.each([
    ['', 'unexpected end of JSON input'],
    ['{', 'unexpected end of JSON input'],
    ['"a', 'unexpected end of JSON input'],
    ['{a', "invalid character 'a' looking for beginning of object key string"],
    ['{"a"}', "invalid character '}' after object key"],
    ['{"a":1 2', "invalid character '2' after object key:value pair"],
    ['[1 2', "invalid character '2' after array element"],
    ['{} x', "invalid character 'x' after top-level value"],
    ['nul1', "invalid character '1' in literal null (expecting 'l')"],
    ['-x', "invalid character 'x' in numeric literal"],
    ['1.x', "invalid character 'x' after decimal point in numeric literal"],
    ['1ex', "invalid character 'x' in exponent of numeric literal"],
    ['01', "invalid character '1' after top-level value"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['"\n"', "invalid character '\\n' in string literal"],
    ['\u0000', "invalid character '\\x00' looking for beginning of value"],
    ["'", "invalid character '\\'' looking for beginning of value"],
  ])('complains about %j as Go does', (text, message) => {
    expect(() => parseJson(text)).toThrow(message);
  });

  it.each([
    ['"\\ud83d\\ude00"', '😀'],
    ['"\\ud83d"', '\ufffd'],
    ['"\\ud83dx"', '\ufffdx'],
    ['"\\ude00"', '\ufffd'],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041"', '"\\/\b\f\n\r\tA'],
  ])('reads the text %s', (text, value) => {
    expect(parse(text)).toBe(value);
  });

  it('refuses nesting beyond the limit, whatever the stack holds', () => {
    expect(() => parseJson('['.repeat(10_001))).toThrow('exceeded max depth');
    expect(() => parseJson('{"a":'.repeat(1_000_000))).toThrow('exceeded max depth');
    expect(parse('['.repeat(500) + ']'.repeat(500))).toHaveLength(1);
  });

  it('takes __proto__ for an ordinary member', () => {
    const value = parse('{"__proto__":{"polluted":true},"__proto__":{"more":1}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect((value as { polluted?: boolean }).polluted).toBeUndefined();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
