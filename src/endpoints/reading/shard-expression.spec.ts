import { parseExpression } from '../../cel/index.js';
import type { CacheEntry } from '../../storage/index.js';
import { parseShardSelector } from './shard-expression.js';
import { shardHash } from './shard-hash.js';

const ZERO = '0x0000000000000000';
const HALF = '0x8000000000000000';
const END = '0x10000000000000000';
const parse = (text: string): ReturnType<typeof parseShardSelector> => parseShardSelector(text, parseExpression);
const range = (start: string, end: string, field = 'object.metadata.uid'): string =>
  `shardRange(${field}, '${start}', '${end}')`;
const fault = (text: string): string => {
  try {
    parse(text);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('parseShardSelector()', () => {
  it.each([
    ['one range', range(ZERO, END)],
    ['two ranges', `${range(ZERO, HALF)} || ${range(HALF, END)}`],
    ['ranges in parentheses', `(${range(ZERO, HALF)} || (${range(HALF, END)}))`],
    ['no spaces', range(ZERO, END).replaceAll(' ', '')],
    ['more spaces', `  shardRange( object.metadata.uid ,\n '${ZERO}' , '${END}' )  `],
    ['other quotes', `shardRange(object.metadata.uid, "${ZERO}", r'${END}')`],
    ['ranges that overlap', `${range(HALF, END)} || ${range(ZERO, END)} || ${range(ZERO, HALF)}`],
    ['bounds one after the other', `${range(ZERO, '0x0000000000000001')}||${range('0x0000000000000001', END)}`],
  ])('reads %s', (_, text) => {
    const selector = parse(text);
    expect(selector.text).toBe(text);
    expect(['0'.repeat(16), '8'.repeat(16), 'f'.repeat(16)].map((hash) => selector.covers(hash))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    [' ', 'empty shard selector is not allowed; omit the parameter for unfiltered lists'],
    ['shardRange(', "CEL parse error: Syntax error: mismatched input '<EOF>' expecting"],
    ['a b', "CEL parse error: Syntax error: extraneous input 'b' expecting <EOF>"],
    ['object', 'unexpected expression kind 3; expected shardRange() call or || operator'],
    ['true', 'unexpected expression kind 5; expected shardRange() call or || operator'],
    [`${range(ZERO, HALF)} || 'a'`, 'unexpected expression kind 5;'],
    [
      `${range(ZERO, HALF)} && ${range(HALF, END)}`,
      'unsupported function "_&&_"; only shardRange() and || are allowed',
    ],
    [`!${range(ZERO, HALF)}`, 'unsupported function "!_"'],
    ["object.metadata.uid > '0x0'", 'unsupported function "_>_"'],
    ["other(object.metadata.uid, '0', '1')", 'unsupported function "other"'],
    [`shardRange(object.metadata.uid, '${ZERO}')`, 'shardRange() requires exactly 3 arguments, got 2'],
    [
      range(ZERO, END, 'object.metadata.name'),
      'unsupported field path "object.metadata.name"; supported: object.metadata.uid, object.metadata.namespace',
    ],
    [range(ZERO, END, 'metadata.uid'), 'unsupported field path "metadata.uid"'],
    [
      range(ZERO, END, "object['metadata'].uid"),
      'shardRange() first argument: expected field path (e.g. object.metadata.uid), got expression kind 1',
    ],
    ['shardRange(object.metadata.uid, 0, 8)', 'hexStart must be a string literal, got int64'],
    ['shardRange(object.metadata.uid, 0u, 8)', 'hexStart must be a string literal, got uint64'],
    ['shardRange(object.metadata.uid, null, 8)', 'hexStart must be a string literal, got structpb.NullValue'],
    ["shardRange(object.metadata.uid, b'a', 8)", 'hexStart must be a string literal, got []uint8'],
    [
      `shardRange(object.metadata.uid, '${ZERO}', hex(8))`,
      "hexEnd must be a string literal (e.g. '0xff'), got expression kind 1",
    ],
    [range('0', END), `hexStart must have '0x' prefix, got "0"`],
    [range(ZERO, HALF.toUpperCase()), `hexEnd must have '0x' prefix, got "0X8000000000000000"`],
    [range('0x', END), "hexStart: hex value is required after '0x'"],
    [range(ZERO, `${END}0`), 'hexEnd: hex value too long (18 chars, max 17): "100000000000000000"'],
    [range('0x0g', END), 'hexStart: invalid hex character "g" in "0x0g"'],
    [range('0xAB', END), 'hexStart: invalid hex character "A" in "0xAB"'],
    [
      range(ZERO, '0x20000000000000000'),
      `hexEnd: 17-digit hex value must be '${END}' (2^64), got "0x20000000000000000"`,
    ],
    [range('0x0', END), `hexStart must be a 0x-prefixed 16-digit hex value, got "0x0" (did you mean "${ZERO}"?)`],
    [range(HALF, HALF), `shard range start ${HALF} must be less than end ${HALF}`],
    [range(END, HALF), `shard range start ${END} must be less than end ${HALF}`],
    [
      `${range(ZERO, HALF)} || ${range(HALF, END, 'object.metadata.namespace')}`,
      'all shard ranges must use the same field, got "object.metadata.uid" and "object.metadata.namespace"',
    ],
  ])('refuses %j', (text, message) => {
    expect(fault(text)).toContain(message);
  });

  it('reads as many ranges as a request has place for', () => {
    const bounds = Array.from({ length: 1001 }, (_, i) => `0x${(i * 16).toString(16).padStart(16, '0')}`);
    const text = bounds
      .slice(1)
      .map((end, i) => range(bounds[i], end))
      .join(' || ');
    const selector = parse(text);
    expect([selector.covers('0000000000003e7f'), selector.covers('0000000000003e80')]).toEqual([true, false]);
  });
});

describe('ShardSelector.covers()', () => {
  const selector = parse(`${range('0x0000000000000010', '0x0000000000000020')} || ${range('0xf000000000000000', END)}`);

  it.each([
    ['000000000000000f', false],
    ['0000000000000010', true],
    ['000000000000001f', true],
    ['0000000000000020', false],
    ['efffffffffffffff', false],
    ['f000000000000000', true],
    ['ffffffffffffffff', true],
  ])('includes the start and excludes the end: %s', (hash, isCovered) => {
    expect(selector.covers(hash)).toBe(isCovered);
  });
});

describe('ShardSelector.matches()', () => {
  const entry = (uid: string, namespace: string, more: object = {}): CacheEntry =>
    ({
      bytes: Buffer.from(JSON.stringify({ metadata: { uid } })),
      fields: { 'metadata.namespace': namespace },
      ...more,
    }) as unknown as CacheEntry;
  const only = (text: string, field?: string): ReturnType<typeof parse> => {
    const hash = BigInt(`0x${shardHash(text)}`);
    return parse(range(`0x${shardHash(text)}`, `0x${(hash + 1n).toString(16).padStart(16, '0')}`, field));
  };

  it('hashes the uid', () => {
    expect(only('u').matches(entry('u', 'x'))).toBe(true);
    expect(only('u').matches(entry('x', 'u'))).toBe(false);
  });

  it('hashes the namespace, which cluster-wide objects have none of', () => {
    const field = 'object.metadata.namespace';
    expect(only('n', field).matches(entry('x', 'n'))).toBe(true);
    expect(only('n', field).matches(entry('n', 'x'))).toBe(false);
    expect(only('', field).matches({ ...entry('n', 'x'), fields: {} })).toBe(true);
  });

  it('takes an object that cannot be read for one of every shard of uids', () => {
    const unreadable = entry('', 'n', { unreadable: 'why', bytes: Buffer.alloc(0) });
    expect(only('u').matches(unreadable)).toBe(true);
    expect(only('m', 'object.metadata.namespace').matches(unreadable)).toBe(false);
  });
});
