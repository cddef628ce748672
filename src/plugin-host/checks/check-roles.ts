import type { PluginRoles } from '../../plugin-api/index.js';
import type { RoleRule } from '../../plugin-api/built-in.js';

/** Finds the mistakes in the roles that a plugin declares; each text includes the fix. */
export function checkRoles(plugin: string, roles: PluginRoles = {}): string[] {
  const { view, edit, admin = [], clusterRoles = [] } = roles;
  const named: [where: string, rules: readonly RoleRule[]][] = [
    ['view', rulesIn(view)],
    ['edit', rulesIn(edit)],
    ['admin', admin],
    ...clusterRoles.map(({ name, rules }): [string, readonly RoleRule[]] => [JSON.stringify(name), rules]),
  ];
  const ofRules = named.flatMap(([where, rules]) =>
    rules.flatMap((rule) => checkRule(`${plugin}: role ${where}`, rule)),
  );
  return [...ofRules, ...checkRoleNames(plugin, namesOf(clusterRoles))];
}

function namesOf(roles: readonly { readonly name: string }[]): string[] {
  return roles.map(({ name }) => name);
}

function rulesIn(rules: true | readonly RoleRule[] = []): readonly RoleRule[] {
  return rules === true ? [] : rules;
}

function checkRule(where: string, { verbs, resources = [], nonResourceURLs = [] }: RoleRule): string[] {
  const mistakes: string[] = [];
  if (verbs.length === 0) mistakes.push(`${where}: a rule has no verbs; name at least one`);
  if (resources.length > 0 === nonResourceURLs.length > 0) {
    mistakes.push(`${where}: a rule is about resources or about nonResourceURLs; give one of them`);
  }
  return mistakes;
}

const OF_USERS = ['view', 'edit', 'admin'];

function checkRoleNames(plugin: string, names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.flatMap((name) => {
    const where = `${plugin}: role ${JSON.stringify(name)}`;
    if (OF_USERS.includes(name)) return [`${where}: is a member of roles by itself; declare it there`];
    if (seen.has(name)) return [`${where}: is declared twice; use each name once`];
    seen.add(name);
    return isSegment(name) ? [] : [`${where}: cannot be; use a name without "/" and "%", such as pilot`];
  });
}

/** Reports whether a name may stand in a path, as names of roles have to. */
function isSegment(name: string): boolean {
  return name !== '' && !/[/%]/.test(name);
}
