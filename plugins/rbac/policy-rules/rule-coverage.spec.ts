import { compactRules, formatRule, missingRules } from './rule-coverage.js';

const rule = (apiGroups: string[], resources: string[], verbs: string[], resourceNames?: string[]) => ({
  apiGroups,
  resources,
  verbs,
  ...(resourceNames && { resourceNames }),
});

describe('missingRules()', () => {
  it.each([
    ['the same', [rule([''], ['pods'], ['get'])], rule([''], ['pods'], ['get'])],
    ['everything', [rule(['*'], ['*'], ['*'])], rule(['a', 'b'], ['c/d'], ['e'], ['f'])],
    ['parts', [rule([''], ['pods'], ['get']), rule([''], ['pods'], ['list'])], rule([''], ['pods'], ['get', 'list'])],
    ['a subresource of all', [rule([''], ['*/log'], ['get'])], rule([''], ['pods/log'], ['get'])],
    ['all names', [rule([''], ['pods'], ['get'])], rule([''], ['pods'], ['get'], ['a'])],
    [
      'a path below',
      [{ nonResourceURLs: ['/logs/*'], verbs: ['*'] }],
      { nonResourceURLs: ['/logs/x'], verbs: ['get'] },
    ],
  ])('finds nothing missing where %s is owned', (_, owned, wanted) => {
    expect(missingRules(owned, [wanted])).toEqual([]);
  });

  it.each([
    ['a name', [rule([''], ['pods'], ['get'], ['a'])], rule([''], ['pods'], ['get'])],
    ['another name', [rule([''], ['pods'], ['get'], ['a'])], rule([''], ['pods'], ['get'], ['b'])],
    ['the resource above', [rule([''], ['pods'], ['get'])], rule([''], ['pods/log'], ['get'])],
    [
      'a path below',
      [{ nonResourceURLs: ['/logs/x'], verbs: ['get'] }],
      { nonResourceURLs: ['/logs/*'], verbs: ['get'] },
    ],
  ])('finds it missing where only %s is owned', (_, owned, wanted) => {
    expect(missingRules(owned, [wanted])).toEqual([wanted]);
  });

  it('reports missing rules joined by resource', () => {
    const missing = missingRules(
      [rule([''], ['pods'], ['get'])],
      [rule([''], ['pods', 'nodes'], ['get', 'list', 'watch'])],
    );
    expect(compactRules(missing).map(formatRule)).toEqual([
      '{APIGroups:[""], Resources:["pods"], Verbs:["list" "watch"]}',
      '{APIGroups:[""], Resources:["nodes"], Verbs:["get" "list" "watch"]}',
    ]);
  });
});
