import fc from 'fast-check';
import { parseExactJson, stringifyExactJson, stringifyNumerals } from './exact-json.js';

const WIDE = '9007199254740993';

describe('parseExactJson()', () => {
  it.each<[string, unknown]>([
    [WIDE, 9007199254740993n],
    [`-${WIDE}`, -9007199254740993n],
    [`{"a":${WIDE}}`, { a: 9007199254740993n }],
    [`{ "a" :\n\t-${WIDE} }`, { a: -9007199254740993n }],
    [`[${WIDE},1,\r${WIDE}]`, [9007199254740993n, 1, 9007199254740993n]],
    ['[9223372036854775807,-9223372036854775808]', [9223372036854775807n, -9223372036854775808n]],
    ['[18446744073709551615]', [18446744073709551615n]],
    [`{"${WIDE}":"${WIDE}","b":{"c":[${WIDE}]}}`, { [WIDE]: WIDE, b: { c: [9007199254740993n] } }],
    [`["\\\\","\\"",":${WIDE}","\\":${WIDE}",${WIDE}]`, ['\\', '"', `:${WIDE}`, `":${WIDE}`, 9007199254740993n]],
  ])('reads integers beyond 2^53 of %s as bigint', (text, value) => {
    expect(parseExactJson(text)).toEqual(value);
  });

  it.each([
    '{"a":[1,-2,null,true,false,"x"],"b":{}}',
    '9007199254740991',
    '[-9007199254740991,-0]',
    `["sha256:${WIDE}","${WIDE}"]`,
    `[${WIDE}.5,0.${WIDE},${WIDE}e2,-1E+20]`,
    '[184467440737095516150,-18446744073709551615,123456789012345678901234567890]',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    '{',
    `{${WIDE}:1}`,
    `{"a":${WIDE}`,
    `[0${WIDE}]`,
    `[+${WIDE}]`,
    `["${WIDE}]`,
    `[${WIDE}.]`,
    `"a"${WIDE}`,
    `[${WIDE} ${WIDE}]`,
  ])('fails for %s', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it('reads values that are nested deeper than the stack', () => {
    const depth = 100_000;
    let value = parseExactJson(`${'['.repeat(depth)}${WIDE}${']'.repeat(depth)}`);
    while (Array.isArray(value)) [value] = value as unknown[];
    expect(value).toBe(9007199254740993n);
  });

  it('revives what a number holds', () => {
    const revive = (name: string, value: unknown): unknown => (name === 'gone' ? undefined : value);
    expect(parseExactJson(`{"gone":1,"a":{"gone":2,"b":${WIDE}}}`, revive)).toEqual({ a: { b: 9007199254740993n } });
  });

  it('reads what it writes, wherever integers stand', () => {
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.bigInt(-(2n ** 63n), 2n ** 64n - 1n),
        fc.integer(),
        fc.string(),
        fc.stringMatching(/^[-0-9:,[" \\]{0,40}$/),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    })).value;
    const integerIn = (each: unknown) => (typeof each === 'bigint' ? String(each) : undefined);
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1), (given, indent) => {
        const text = stringifyNumerals(given, integerIn, indent);
        expect(stringifyNumerals(parseExactJson(text), integerIn, indent)).toBe(text);
      }),
    );
  });
});

describe('stringifyExactJson()', () => {
  it('writes bigint as integers', () => {
    expect(stringifyExactJson({ a: 9007199254740993n, b: [-1n, 1.5, '2'] })).toBe(
      '{"a":9007199254740993,"b":[-1,1.5,"2"]}',
    );
  });

  it('indents', () => {
    expect(stringifyExactJson({ a: 9007199254740993n }, 2)).toBe('{\n  "a": 9007199254740993\n}');
    expect(stringifyExactJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
  });

  it('writes all else as JSON.stringify does', () => {
    const value = { a: '<', b: undefined, c: [undefined, NaN], d: new Date(0) };
    expect(stringifyExactJson(value)).toBe(JSON.stringify(value));
    expect(stringifyExactJson({ ...value, e: 1n })).toBe(JSON.stringify({ ...value, e: 1 }));
  });

  it('fails where JSON.stringify fails', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => stringifyExactJson(circle)).toThrow('circular');
    const broken = {
      toJSON: () => {
        throw new RangeError('broken');
      },
    };
    expect(() => stringifyExactJson(broken)).toThrow(RangeError);
  });
});
