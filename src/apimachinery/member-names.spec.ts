import { escapeMemberName } from './member-names.js';

describe('escapeMemberName()', () => {
  it.each([
    ['a', 'a'],
    ['a-b', 'a__dash__b'],
    ['a.b/c', 'a__dot__b__slash__c'],
    ['__a', '__underscores__a'],
    ['namespace', '__namespace__'],
    ['1a', undefined],
    ['a b', undefined],
  ])('makes of %j %j', (name, escaped) => {
    expect(escapeMemberName(name)).toBe(escaped);
  });
});
