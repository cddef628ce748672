import type { PluginRoles } from '../../plugin-api/index.js';
import { checkRoles } from './check-roles.js';

const rule = { resources: ['berths'], verbs: ['get'] };
const WRONG_NAME = 'cannot be; use a name without "/" and "%", such as pilot';

describe('checkRoles()', () => {
  it('has no complaint about what can be stored', () => {
    const roles: PluginRoles = {
      view: true,
      edit: [rule, { nonResourceURLs: ['/board/*'], verbs: ['get'] }],
      clusterRoles: [{ name: 'pilot', rules: [rule] }],
    };
    expect([checkRoles('P', roles), checkRoles('P')]).toEqual([[], []]);
  });

  it.each<[PluginRoles, string]>([
    [{ view: [{ ...rule, verbs: [] }] }, 'role view: a rule has no verbs; name at least one'],
    [
      { admin: [{ verbs: ['get'] }] },
      'role admin: a rule is about resources or about nonResourceURLs; give one of them',
    ],
    [
      { clusterRoles: [{ name: 'a', rules: [{ ...rule, nonResourceURLs: ['/x'] }] }] },
      'role "a": a rule is about resources or about nonResourceURLs; give one of them',
    ],
    [{ clusterRoles: [{ name: 'edit', rules: [] }] }, 'role "edit": is a member of roles by itself; declare it there'],
    [{ clusterRoles: [{ name: 'a/b', rules: [] }] }, `role "a/b": ${WRONG_NAME}`],
    [{ clusterRoles: [{ name: '', rules: [] }] }, `role "": ${WRONG_NAME}`],
  ])('%j', (roles, mistake) => expect(checkRoles('P', roles)).toEqual([`P: ${mistake}`]));

  it('names each repeated name once', () => {
    const clusterRoles = [1, 2].map(() => ({ name: 'a', rules: [] }));
    expect(checkRoles('P', { clusterRoles })).toEqual(['P: role "a": is declared twice; use each name once']);
  });
});
