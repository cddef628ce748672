import { NumberLiteral } from '../../schema/index.js';
import { stringifyExactly, stringifyJson } from './stringify-json.js';

describe('stringifyJson()', () => {
  it('writes long integers in full', () => {
    expect(stringifyJson({ a: 9007199254740993n, b: 1 })).toBe('{"a":9007199254740993,"b":1}');
  });

  it('writes a number literal as the number', () => {
    expect(stringifyJson({ a: new NumberLiteral('1.0') })).toBe('{"a":1}');
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
