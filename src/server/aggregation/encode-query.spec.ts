import { encodeQuery } from './encode-query.js';

// Expected values are those of Go: url.ParseQuery(text) and Values.Encode().
describe('encodeQuery()', () => {
  it.each([
    ['', ''],
    ['a=1', 'a=1'],
    ['a', 'a='],
    ['b=2&a=1', 'a=1&b=2'],
    ['b=2&a=1&b=1&a=2', 'a=1&a=2&b=2&b=1'],
    ['B=1&a=2&A=3&_=4', 'A=3&B=1&_=4&a=2'],
    ['q=a+b%20c', 'q=a+b+c'],
    ['q=a%2Bb', 'q=a%2Bb'],
    ["q=!'()*", 'q=%21%27%28%29%2A'],
    ['q=-_.~', 'q=-_.~'],
    ['q=%2d%5F%2e%7E', 'q=-_.~'],
    ['labelSelector=a%3Db,c!=d', 'labelSelector=a%3Db%2Cc%21%3Dd'],
    ['q=/?:@$;[]', 'q=%2F%3F%3A%40%24%3B%5B%5D'],
    ['a%20b=%26', 'a+b=%26'],
    ['q=%0D%0A%00', 'q=%0D%0A%00'],
    ['q=ü€', 'q=%C3%BC%E2%82%AC'],
    // In the order of bytes, in which the last character follows the one before it.
    ['%F0%9F%9A%80=1&%EF%BC%81=2', '%EF%BC%81=2&%F0%9F%9A%80=1'],
  ])('of %j', (query, expected) => {
    expect(encodeQuery(new URLSearchParams(query))).toBe(expected);
  });
});
