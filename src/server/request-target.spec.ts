import { readTarget } from './request-target.js';

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
  ])('reads %s', (sent, path, query) => {
    expect(readTarget(sent)).toEqual({ path, query });
  });

  it.each(['/%', '/%zz', '/%ff'])('refuses %s', (sent) => {
    expect(readTarget(sent)).toBeUndefined();
  });
});
