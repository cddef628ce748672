import { ApiType, Field, shapeOf } from '../../schema/index.js';
import { queryNames, readQueryOptions } from './query-options.js';

@ApiType({ name: 'com.example.v1.Asked' })
class Asked {
  @Field(1, 'string') text?: string;
  @Field(2, 'bool') flag?: boolean;
  @Field(3, 'int64', { pointer: true }) count?: number;
  @Field(4, 'time', { pointer: true }) since?: string;
  @Field(5, 'int32', { list: true }) ports?: number[];
  @Field(6, 'string', { list: true }) words?: string[];
  @Field(7, () => Asked, { pointer: true }) inside?: Asked;
}

@ApiType({ name: 'com.example.v1.Defaulted' })
class Defaulted {
  @Field(1, 'string', { default: 'some' }) text?: string;
}

const SHAPE = shapeOf(Asked);
const read = (query: string): object => readQueryOptions(SHAPE, new URLSearchParams(query));

describe('queryNames()', () => {
  it('are those of single values and lists of them', () => {
    expect(queryNames(SHAPE).map(({ name }) => name)).toEqual(['text', 'flag', 'count', 'since', 'ports', 'words']);
  });
});

describe('readQueryOptions()', () => {
  it('reads each value as its member has it, the first of several', () => {
    expect(
      read('text=a&text=b&flag&count=-7&since=2024-01-02T03:04:05%2B01:00&ports=80&ports=1,2&words=a&words=b'),
    ).toEqual({
      text: 'a',
      flag: true,
      count: -7,
      since: '2024-01-02T02:04:05Z',
      ports: [80, 1, 2],
      words: ['a', 'b'],
    });
  });

  it('ignores unknown parameters', () => {
    expect(read('inside=x&__proto__=y&constructor=z&flag=FALSE')).toEqual({});
  });

  it.each([
    ['count=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['ports=x', 'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax'],
    ['ports=1,,2', 'parsing "": invalid syntax'],
    ['since=yesterday', 'parsing time "yesterday"'],
  ])('refuses %s', (query, message) => {
    expect(() => read(query)).toThrow(message);
    expect(() => read(query)).toThrow(expect.objectContaining({ code: 400 }));
  });

  it.each(['', 'null'])('takes the time "%s" for none', (text) => {
    expect(read(`since=${text}`)).toEqual({ since: '0001-01-01T00:00:00Z' });
  });

  it('fills in defaults', () => {
    const textIn = (query: string): object => readQueryOptions(shapeOf(Defaulted), new URLSearchParams(query));
    expect([textIn(''), textIn('text=other')]).toEqual([{ text: 'some' }, { text: 'other' }]);
  });

  it('keeps integers that are long', () => {
    expect(read('count=9007199254740993')).toEqual({ count: 9007199254740993n });
  });
});
