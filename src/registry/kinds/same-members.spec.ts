import { haveSameMembers } from './same-members.js';

describe('haveSameMembers()', () => {
  const same = (
    one: string,
    other: string,
    parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString()),
  ): boolean => haveSameMembers(Buffer.from(one), Buffer.from(other), parse);

  it.each([
    ['equal documents', '{"a":1}', '{"a":1}', true],
    ['another order', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}', true],
    ['values that changed places', '{"a":1,"b":2}', '{"a":2,"b":1}', false],
    ['another order of a list', '{"a":[1,2]}', '{"a":[2,1]}', false],
    ['another length', '{"a":1}', '{"a":10}', false],
  ])('compares %s', (_title, one, other, expected) => {
    expect(same(one, other)).toBe(expected);
  });

  it('parses only permutations', () => {
    const parse = (): never => {
      throw new Error('parsed');
    };
    expect(same('{"count":5}', '{"count":6}', parse)).toBe(false);
  });
});
