import type { PluginRoles } from '../../plugin-api/index.js';
import type { WritesOf } from '../../plugin-api/built-in.js';
import { findUnknownResources, proposal } from './unknown-resources.js';

const KNOWN = [
  { group: '', resource: 'configmaps' },
  { group: 'apps', resource: 'deployments', hasStatus: true },
  { group: 'harbor.example.com', resource: 'berths', hasStatus: false },
];

function found({ writesOf = [], roles }: { writesOf?: WritesOf[]; roles?: PluginRoles }): string[] {
  const hook = { name: 'count', writesOf, hook: () => {} };
  const declaration = { group: 'harbor.example.com', roles };
  return findUnknownResources({ plugin: 'HarborPlugin', declaration, contributed: { writeHooks: [hook] } }, KNOWN);
}

describe('findUnknownResources() in write hooks', () => {
  it.each([
    ['', 'configmap', 'Did you mean configmaps?'],
    ['apps', 'deployment', 'Did you mean deployments?'],
    ['core', 'configmaps', 'Did you mean that of group ""?'],
    ['harbour.example.com', 'berth', 'Did you mean berths.harbor.example.com?'],
    ['', 'lighthouses', 'It has an effect once a CustomResourceDefinition or another plugin brings that kind.'],
  ])('names that of group "%s", %s: %s', (group, resource, rest) => {
    const what = `write hook "count" is not called for "${resource}" of group "${group}", which no kind has`;
    expect(found({ writesOf: [KNOWN[0], { group, resource }] })).toEqual([`HarborPlugin: ${what}. ${rest}`]);
  });

  it('names the status of a kind that has no status subresource', () => {
    const writesOf = KNOWN.map(({ group, resource }) => ({ group, resource, subresource: 'status' as const }));
    expect(found({ writesOf })).toEqual([
      expect.stringContaining('hook "count" is not called for the status of berths.harbor.example.com. Its kind lacks'),
    ]);
  });

  it('finds nothing where all have kinds', () => expect(found({ writesOf: KNOWN })).toEqual([]));

  it('looks up those that are named by a kind', () => {
    const ofGroup = { group: 'harbor.example.com', version: 'v1', scope: 'Namespaced' } as const;
    const named = (kind: string, resource: string): WritesOf => ({ type: { ...ofGroup, kind, resource } });
    expect(found({ writesOf: [named('Berth', 'berths')] })).toEqual([]);
    expect(found({ writesOf: [named('Ship', 'ships')] })).toEqual([
      expect.stringContaining('is not called for "ships" of group "harbor.example.com", which no kind has'),
    ]);
  });
});

describe('findUnknownResources() in roles', () => {
  const rule = (...resources: string[]) => ({ resources, verbs: ['get'] });
  const unknown = 'names the resource "berth", which no kind has. Did you mean berths?';

  it('names resources of the group that are like one of its kinds', () => {
    const clusterRoles = [{ name: 'pilot', rules: [rule('berths', 'berth')] }];
    expect(
      found({ roles: { view: [rule('berth/status')], edit: true, admin: [rule('berth')], clusterRoles } }),
    ).toEqual(['view', 'admin', '"pilot"'].map((role) => `HarborPlugin: role ${role} ${unknown}`));
  });

  it.each([
    ['all resources', rule('*', '*/status')],
    ['subresources of a kind', rule('berths/anything')],
    ['names that only authorization knows', rule('signers')],
    ['another group', { ...rule('berth'), apiGroups: [''] }],
    ['paths', { nonResourceURLs: ['/berth'], verbs: ['get'] }],
  ])('accepts %s', (_what, each) => expect(found({ roles: { view: [each] } })).toEqual([]));

  it('looks at the group among others that a rule names', () => {
    const view = [{ ...rule('berth'), apiGroups: ['', 'harbor.example.com'] }];
    expect(found({ roles: { view } })).toEqual([`HarborPlugin: role view ${unknown}`]);
  });
});

describe('proposal()', () => {
  it('ends with what is given where no name is similar', () => {
    expect(proposal({ group: 'a.example.com', resource: 'bridges' }, KNOWN, 'Build it.')).toBe('Build it.');
    expect(proposal({ group: 'a.example.com', resource: 'bridges' }, [], 'Build it.')).toBe('Build it.');
  });
});
