import type { ApiService } from '../aggregation/index.js';
import { type ListedGroup, type TieBreaker, listGroups } from './listed-groups.js';

const SERVER = { namespace: 'ns', name: 'svc', port: 443, authority: '', isInsecure: false, isAvailable: true };

/** An API service by `version.group priority versionPriority`; with an asterisk before it, of another server. */
function serviceOf(text: string): ApiService {
  const [, star, version, group, groupPriority, versionPriority] = /^(\*?)(\w+)\.(\w*) (\d+) (\d+)$/.exec(text)!;
  const priorities = { groupPriority: Number(groupPriority), versionPriority: Number(versionPriority) };
  const known = { name: `${version}.${group}`, group, version, ...priorities };
  return star === '' ? known : { ...known, server: SERVER };
}

/** Groups as `group: version *delegated`. */
function listed(
  own: Record<string, string[]>,
  services: readonly string[],
  tieBreaker: TieBreaker = 'group',
): string[] {
  const groups = Object.entries(own).map(([group, versions]) => ({ group, versions }));
  const all = services.map(serviceOf);
  return listGroups(groups, { all: () => all }, tieBreaker).map(textOf);
}

function textOf({ group, versions }: ListedGroup): string {
  return [`${group}:`, ...versions.map(({ version, delegatedTo }) => `${delegatedTo ? '*' : ''}${version}`)].join(' ');
}

describe('listGroups()', () => {
  it.each<[string, Record<string, string[]>, string[], string[]]>([
    ['none', {}, [], []],
    ['own groups in their order, without API services', { b: ['v1'], a: ['v1'] }, [], ['b: v1', 'a: v1']],
    [
      'groups by priority, local and delegated ones',
      { a: ['v1'], b: ['v1'] },
      ['v1.a 100 1', 'v1.b 300 1', '*v1.c 200 1'],
      ['b: v1', 'c: *v1', 'a: v1'],
    ],
    [
      'groups by the highest priority among their versions',
      {},
      ['*v1.a 100 1', '*v1.b 150 1', '*v2.a 200 1'],
      ['a: *v2 *v1', 'b: *v1'],
    ],
    [
      'groups of one priority by name',
      {},
      ['*v1.b 100 1', '*v1.a 100 1', '*v1.c 100 1'],
      ['a: *v1', 'b: *v1', 'c: *v1'],
    ],
    [
      'groups without API services where those of custom resources will be',
      { y: ['v1'], x: ['v1'], a: ['v1'] },
      ['v1.a 20000 1', '*v1.b 1001 1', '*v1.c 999 1'],
      ['a: v1', 'b: *v1', 'y: v1', 'x: v1', 'c: *v1'],
    ],
    [
      'the group of API services first, however high the priority of others',
      { a: ['v1'], 'apiregistration.k8s.io': ['v1'] },
      ['v1.a 20000 1'],
      ['apiregistration.k8s.io: v1', 'a: v1'],
    ],
    ['no group whose API services are local only', {}, ['v1.a 100 1'], []],
    ['the core group as any other', { '': ['v1'] }, ['v1. 18000 1', '*v1.a 100 1'], [': v1', 'a: *v1']],
  ])('lists %s', (_title, own, services, expected) => {
    expect(listed(own, services)).toEqual(expected);
  });

  it.each<[string, Record<string, string[]>, string[], string]>([
    ['by priority', {}, ['*v1.a 1 5', '*v2.a 1 9', '*v1alpha1.a 1 7'], 'a: *v2 *v1alpha1 *v1'],
    [
      'of one priority in the order of Kubernetes',
      {},
      ['*v1beta1.a 1 5', '*v1.a 1 5', '*v11.a 1 5', '*foo.a 1 5', '*v2.a 1 5', '*v1alpha1.a 1 5', '*v1beta2.a 1 5'],
      'a: *v11 *v2 *v1 *v1beta2 *v1beta1 *v1alpha1 *foo',
    ],
    ['with one that another server has taken over', { a: ['v1', 'v2'] }, ['*v1.a 1 9', 'v2.a 1 5'], 'a: *v1 v2'],
    ['with one that is added to those served here', { a: ['v1'] }, ['v1.a 1 5', '*v2.a 1 9'], 'a: *v2 v1'],
    [
      'with those without an API service in their place among custom resources',
      { a: ['v1alpha1', 'v1', 'v2'] },
      ['*v3.a 1 99', 'v1.a 1 100'],
      'a: v2 v1 v1alpha1 *v3',
    ],
  ])('lists versions %s', (_title, own, services, expected) => {
    expect(listed(own, services)).toEqual([expected]);
  });

  it.each<[TieBreaker, string[]]>([
    ['group', ['a: *v1beta1', 'b: *v1 *v2']],
    ['service', ['b: *v1 *v2', 'a: *v1beta1']],
  ])('orders groups of one priority by the name of the %s', (tieBreaker, expected) => {
    expect(listed({}, ['*v1beta1.a 100 1', '*v2.b 100 1', '*v1.b 100 2'], tieBreaker)).toEqual(expected);
  });

  it('compares the names of those API services only that have the highest priority of their group', () => {
    expect(listed({}, ['*v2.a 100 1', '*v1.b 50 1', '*v3.b 100 1'], 'service')).toEqual(['a: *v2', 'b: *v3 *v1']);
  });

  it('names the API service of a version of another server', () => {
    const service = serviceOf('*v1.a 100 1');
    const [{ versions }] = listGroups([], { all: () => [service] }, 'group');
    expect(versions).toEqual([{ version: 'v1', delegatedTo: service }]);
  });
});
