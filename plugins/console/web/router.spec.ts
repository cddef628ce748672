import { type Route, fragmentOf, parseRoute } from './router.js';

describe('routes', () => {
  it.each<[Route]>([
    [{ view: 'home' }],
    [{ view: 'health' }],
    [{ view: 'table', group: '', resource: 'pods', namespace: '' }],
    [{ view: 'table', group: 'apps', resource: 'deployments', namespace: 'shop' }],
    [{ view: 'object', group: '', resource: 'nodes', namespace: '', name: 'a:b%/c', tab: 'yaml' }],
    [{ view: 'explain', group: '', version: 'v1', resource: 'pods' }],
  ])('survive the address: %j', (route) => {
    expect(parseRoute(fragmentOf(route))).toEqual(route);
  });

  it.each(['', '#', '#/nothing', '#/r', '#/r/core', '#/%E0%A4%A', '#/explain/core/v1'])(
    'are home for %j',
    (fragment) => {
      expect(parseRoute(fragment)).toEqual({ view: 'home' });
    },
  );
});
