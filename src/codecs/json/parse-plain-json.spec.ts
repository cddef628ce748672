import fc from 'fast-check';
import type { JsonValue } from '../../apimachinery/index.js';
import { JsonSyntaxError } from './json-syntax-error.js';
import { parseJson } from './parse-json.js';
import { parsePlainJson } from './parse-plain-json.js';

const plain = (text: string, maxValues = 1000): JsonValue | undefined => parsePlainJson(Buffer.from(text), maxValues);

/** Returns the result of the strict parser; undefined for invalid text. */
function careful(text: string): unknown {
  try {
    return parseJson(text, { keepsLiterals: true });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

describe('parsePlainJson()', () => {
  it.each([
    ['{}', {}],
    ['null', null],
    [' [1, -2, "x", true, null] ', [1, -2, 'x', true, null]],
    ['{"a":{"a":{"a":[]}},"b":{}}', { a: { a: { a: [] } }, b: {} }],
    ['{"a:b,{[":"c:d","e\\"f\\\\":"g\\n"}', { 'a:b,{[': 'c:d', 'e"f\\': 'g\n' }],
    ['{"é":"😀"}', { é: '😀' }],
    ['[999999999999999,-0]', [999_999_999_999_999, -0]],
  ])('reads %s', (text, value) => {
    expect(plain(text)).toEqual(value);
  });

  it('takes __proto__ for an ordinary member', () => {
    const value = plain('{"__proto__":{"a":1}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    '{"a":1,"a":2}',
    '[{"b":{"a":1,"c":[],"a":2}}]',
    '{"__proto__":1,"__proto__":2}',
    '{"a":1,"\\u0061":2}',
    '["\\ud83d"]',
    '[9007199254740993]',
    '[1.0]',
    '[1e3]',
    '[1E3]',
    '{"a"}',
    '{"a":1,}',
    '["x',
    '["x\\',
    '',
    '[01]',
    `${'['.repeat(101)}${']'.repeat(101)}`,
  ])('leaves %s to the careful parser', (text) => {
    expect(plain(text)).toBeUndefined();
  });

  it('leaves texts above the size limit to the strict parser', () => {
    expect(plain('[1,2,3]', 4)).toEqual([1, 2, 3]);
    expect(plain('[1,2,3]', 3)).toBeUndefined();
  });

  it('reads nothing otherwise than the careful parser', () => {
    const part = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"b"',
      '""',
      '1',
      '-',
      '0',
      '.5',
      'e1',
      '\\',
      '"',
    );
    const text = fc.oneof(
      fc.json(),
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      fc
        .array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.json()), { maxLength: 4 })
        .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`),
    );
    fc.assert(
      fc.property(text, (json) => {
        const value = plain(json);
        if (value !== undefined) expect({ value, duplicates: [] }).toEqual(careful(json));
      }),
      { numRuns: 5000 },
    );
  });
});
