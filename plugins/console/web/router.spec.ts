import { type Route, fragmentOf, parseRoute, titleOf } from './router.js';

describe('routes', () => {
  it.each<[Route]>([
    [{ view: 'home' }],
    [{ view: 'health' }],
    [{ view: 'table', group: '', resource: 'pods', namespace: '' }],
    [{ view: 'table', group: 'apps', resource: 'deployments', namespace: 'shop' }],
    [{ view: 'object', group: '', resource: 'nodes', namespace: '', name: 'a:b%/c', tab: 'yaml' }],
    [{ view: 'explain', group: '', version: 'v1', resource: 'pods' }],
    [{ view: 'unknown', address: '/nothing' }],
  ])('survive the address: %j', (route) => {
    expect(parseRoute(fragmentOf(route))).toEqual(route);
    expect(titleOf(route)).not.toBe('');
  });

  it.each(['', '#', '#/'])('are home for %j', (fragment) => {
    expect(parseRoute(fragment)).toEqual({ view: 'home' });
  });

  it.each([
    ...['#/nothing', '#/r', '#/r/core', '#/%E0%A4%A', '#/r/core/pods/%E0', '#/explain/core/v1'],
    ...['#/health/more', '#/r/core/pods/default/a/yaml/more', '#/r//pods', '#nothing'],
  ])('are unknown for %j', (fragment) => {
    expect(parseRoute(fragment)).toEqual({ view: 'unknown', address: fragment.slice(1) });
  });

  it('have parts that may be left out', () => {
    expect(parseRoute('#/r/core/pods')).toEqual({ view: 'table', group: '', resource: 'pods', namespace: '' });
    expect(parseRoute('#/r/core/pods/a/b')).toMatchObject({ view: 'object', name: 'b', tab: 'details' });
  });
});
