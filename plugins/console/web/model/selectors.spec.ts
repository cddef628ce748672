import { isSelected, podSelectionOf } from './selectors.js';

const selection = (group: string, resource: string, spec: object) =>
  podSelectionOf({ group, resource, object: { spec } });

describe('podSelectionOf()', () => {
  it('reads maps of labels and label selectors', () => {
    expect(selection('', 'services', { selector: { app: 'web' } })?.labelSelector).toBe('app in (web)');
    const matchExpressions = [
      { key: 'tier', operator: 'NotIn', values: ['db', 'queue'] },
      { key: 'old', operator: 'DoesNotExist' },
    ];
    const selector = { matchLabels: { app: 'web' }, matchExpressions };
    expect(selection('apps', 'deployments', { selector })).toMatchObject({
      relation: 'selects',
      labelSelector: 'app in (web),tier notin (db,queue),!old',
    });
  });

  it('is undefined for a Service without a selector, and all pods for an empty policy', () => {
    expect(selection('', 'services', {})).toBeUndefined();
    expect(selection('', 'services', { selector: {} })).toBeUndefined();
    expect(selection('networking.k8s.io', 'networkpolicies', { podSelector: {} })?.labelSelector).toBe('');
    expect(selection('', 'configmaps', { selector: { a: 'b' } })).toBeUndefined();
  });
});

describe('isSelected()', () => {
  it.each<[string, string, string[], Record<string, string>, boolean]>([
    ['In', 'app', ['web'], { app: 'web' }, true],
    ['In', 'app', ['web'], {}, false],
    ['NotIn', 'app', ['web'], {}, true],
    ['NotIn', 'app', ['web'], { app: 'web' }, false],
    ['Exists', 'app', [], { app: '' }, true],
    ['DoesNotExist', 'app', [], { app: '' }, false],
    ['In', 'toString', ['x'], {}, false],
  ])('%s %s %j of %j is %s', (operator, key, values, labels, expected) => {
    expect(isSelected(labels, { relation: '', labelSelector: '', requirements: [{ key, operator, values }] })).toBe(
      expected,
    );
  });
});
