import { sayTheSame, updateConditions } from './namespace-conditions.js';

const NOTHING = { resources: new Map(), finalizers: new Map(), failures: [], undiscovered: [] };
const FIRST = new Date('2024-01-01T00:00:00Z');
const LATER = new Date('2024-01-01T01:00:00Z');

describe('updateConditions()', () => {
  it('says that all is well', () => {
    const conditions = updateConditions([], NOTHING, FIRST);
    expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered'],
      ['NamespaceDeletionGroupVersionParsingFailure', 'False', 'ParsedGroupVersions'],
      ['NamespaceDeletionContentFailure', 'False', 'ContentDeleted'],
      ['NamespaceContentRemaining', 'False', 'ContentRemoved'],
      ['NamespaceFinalizersRemaining', 'False', 'ContentHasNoFinalizers'],
    ]);
  });

  it('names what remains and what holds it, in order', () => {
    const resources = new Map([
      ['secrets.', 1],
      ['deployments.apps', 2],
    ]);
    const finalizers = new Map([
      ['z.test/b', 1],
      ['a.test/a', 3],
    ]);
    const conditions = updateConditions([], { resources, finalizers, failures: [], undiscovered: [] }, FIRST);
    expect(conditions[3].message).toBe(
      'Some resources are remaining: deployments.apps has 2 resource instances, secrets. has 1 resource instances',
    );
    expect(conditions[4].message).toBe(
      'Some content in the namespace has finalizers remaining: a.test/a in 3 resource instances, z.test/b in 1 resource instances',
    );
  });

  it('names the group versions of servers that do not say what they serve', () => {
    const undiscovered = ['metrics.k8s.io/v1beta1', 'a.example.com/v1'];
    expect(updateConditions([], { ...NOTHING, undiscovered }, FIRST)[0]).toMatchObject({
      status: 'True',
      reason: 'DiscoveryFailed',
      message:
        'Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: ' +
        'a.example.com/v1: stale GroupVersion discovery: a.example.com/v1, ' +
        'metrics.k8s.io/v1beta1: stale GroupVersion discovery: metrics.k8s.io/v1beta1',
    });
  });

  it('keeps the time of conditions whose status stays, and conditions of others', () => {
    const mine = { type: 'Mine', status: 'True' as const };
    const before = [mine, ...updateConditions([], { ...NOTHING, resources: new Map([['pods.', 2]]) }, FIRST)];
    const steady = updateConditions(before, { ...NOTHING, resources: new Map([['pods.', 1]]) }, LATER);
    expect(steady[0]).toBe(mine);
    expect(steady.find(({ type }) => type === 'NamespaceContentRemaining')).toMatchObject({
      lastTransitionTime: '2024-01-01T00:00:00Z',
      message: 'Some resources are remaining: pods. has 1 resource instances',
    });
    expect(
      sayTheSame(updateConditions(steady, { ...NOTHING, resources: new Map([['pods.', 1]]) }, LATER), steady),
    ).toBe(true);
    expect(updateConditions(steady, NOTHING, LATER)[4].lastTransitionTime).toBe('2024-01-01T01:00:00Z');
  });
});
