import { readQuery, readTarget } from './request-target.js';

describe('readTarget()', () => {
  it.each<[string, string, string]>([
    ['/api/v1/pods', '/api/v1/pods', ''],
    ['/api/v1/pods?watch=1&limit=%32', '/api/v1/pods', 'watch=1&limit=%32'],
    ['/api/v1?a=b?c', '/api/v1', 'a=b?c'],
    ['/a%2fb%20c', '/a/b c', ''],
    ['//api/v1', '//api/v1', ''],
    ['https://binnacle:6443/api/v1?x=y', '/api/v1', 'x=y'],
    ['HTTP://[::1]:80/api', '/api', ''],
    ['http://binnacle', '/', ''],
    ['http://binnacle?x', '/', 'x'],
    ['/http://other/api', '/http://other/api', ''],
    ['*', '*', ''],
    ['/%c3%a9', '/é', ''],
    ['/\u00c3\u00a9', '/é', ''],
    ['/a%ff', '/a\udcff', ''],
    ['/%2e%2e/%25', '/../%', ''],
  ])('reads %s', (sent, path, query) => {
    expect(readTarget(sent)).toEqual({ path, query });
  });

  it.each(['/%', '/%zz', '/%ff%'])('refuses %s', (sent) => {
    expect(readTarget(sent)).toBeUndefined();
  });
});

describe('readQuery()', () => {
  it.each<[string, [string, string][]]>([
    ['', []],
    [
      'a=1&a=2&b',
      [
        ['a', '1'],
        ['a', '2'],
        ['b', ''],
      ],
    ],
    ['a=%31+b', [['a', '1 b']]],
    ['limit=1;continue=x', []],
    ['limit=1%&b=2', [['b', '2']]],
    ['a=%zz&b=%', []],
  ])('reads %j', (query, parameters) => {
    expect([...readQuery(query)]).toEqual(parameters);
  });
});
