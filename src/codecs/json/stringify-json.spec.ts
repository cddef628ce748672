import { NumberLiteral } from '../../schema/index.js';
import { stringifyExactly, stringifyJson } from './stringify-json.js';

describe('stringifyJson()', () => {
  it('writes long integers in full', () => {
    expect(stringifyJson({ a: 9007199254740993n, b: 1 })).toBe('{"a":9007199254740993,"b":1}');
  });

  it('writes a number literal as the number', () => {
    expect(stringifyJson({ a: new NumberLiteral('1.0') })).toBe('{"a":1}');
  });

  it('escapes what could end a script in a page, names and texts alike, indented or not', () => {
    const value = { 'a<b': '>&\u2028\u2029', n: 9007199254740993n };
    const text = '{"a\\u003cb":"\\u003e\\u0026\\u2028\\u2029","n":9007199254740993}';
    expect(stringifyJson(value)).toBe(text);
    expect(stringifyExactly(value)).toBe(text);
    expect(JSON.parse(stringifyJson({ a: '<' }, 2))).toEqual({ a: '<' });
    expect(stringifyJson({ a: '<' }, 2)).toBe('{\n  "a": "\\u003c"\n}');
  });

  it('takes no text for a number', () => {
    const texts = ['\u0000bigint:5', 'number 5', '5'];
    expect(stringifyJson([1n, ...texts])).toBe(`[1,${texts.map((t) => JSON.stringify(t)).join(',')}]`);
  });
});

describe('stringifyExactly()', () => {
  it('writes every number as it was spelled', () => {
    expect(stringifyExactly({ a: [new NumberLiteral('1.0'), 2.5, 3n], b: new NumberLiteral('1e3') })).toBe(
      '{"a":[1.0,2.5,3],"b":1e3}',
    );
  });
});
