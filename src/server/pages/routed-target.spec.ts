import { routedTarget } from './routed-target.js';

describe('routedTarget()', () => {
  it.each<[string, string]>([
    ['/console', '/console'],
    ['/console/a b', '/console/a%20b'],
    ['/console/ä', '/console/%C3%A4'],
    ['/console/a?b#c', '/console/a%3Fb%23c'],
    ['/console/@me;v=1,2+3:4&5=6', '/console/@me;v=1,2+3:4&5=6'],
    ['/console/.hidden/..x/...', '/console/.hidden/..x/...'],
    ['/CONSOLE', '/CONSOLE'],
  ])('encodes %j', (path, target) => {
    expect(routedTarget(path)).toBe(target);
  });

  it.each([
    '/console/',
    '//console',
    '/console//me',
    '/console/.',
    '/console/./me',
    '/console/..',
    '/console/../me',
    '/console\\me',
    '/console/%2e%2e/me',
    '/console/100%',
    '/console/a\0',
    '/console/a\nb',
    '/console/\x7f',
    '/console/\udcff',
  ])('rejects %j', (path) => {
    expect(routedTarget(path)).toBeUndefined();
  });
});
