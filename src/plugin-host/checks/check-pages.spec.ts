import { checkPages } from './check-pages.js';

const routes = [
  { method: 'GET', path: '/harbor/board/:namespace' },
  { method: 'POST', path: '/pier' },
];

describe('checkPages()', () => {
  it('accepts pages below routes of the plugin that are read', () => {
    expect(checkPages('P', [{ path: '/harbor/board/default', title: 'Board' }], routes)).toEqual([]);
  });

  it.each([
    ['//example.com', 'is no plain path'],
    ['https://example.com', 'is no plain path'],
    ['javascript:alert(1)', 'is no plain path'],
    ['/harbor/../api', 'is no plain path'],
    ['/harbor/.', 'is no plain path'],
    ['/harbor?x', 'is no plain path'],
    ['/pier', 'is below no route of the plugin'],
    ['/api/v1', 'is below no route of the plugin'],
  ])('refuses %s', (path, fault) => {
    const [found] = checkPages('P', [{ path, title: 'Board' }], routes);
    expect(found).toContain(fault);
  });

  it('wants a title', () => {
    expect(checkPages('P', [{ path: '/harbor', title: ' ' }], routes)).toEqual([
      'P: the page "/harbor" has no title; give it one',
    ]);
  });
});
