import { type GroupResource, formatGroupResource } from '../../apimachinery/index.js';
import { didYouMean } from '../../options/index.js';
import {
  type ApiGroupDeclaration,
  type ContributedParts,
  type RoleRule,
  writtenResource,
} from '../../plugin-api/built-in.js';

/** A resource that kinds have. */
export interface KnownResource extends GroupResource {
  /** True if a version of its kind has the status subresource. */
  readonly hasStatus?: boolean;
}

/** An installed plugin whose references to resources are looked up. */
export interface NamingPlugin {
  readonly plugin: string;
  readonly declaration: Pick<ApiGroupDeclaration, 'group' | 'roles'>;
  readonly contributed: Pick<ContributedParts, 'writeHooks'>;
}

const LATER = 'It has an effect once a CustomResourceDefinition or another plugin brings that kind.';

const NO_STATUS = 'Its kind lacks the status subresource (hasStatus), so the status is written with the object.';

/**
 * Finds references to resources that no kind has: in write hooks, and in roles where a resource of the plugin's group has
 * a similar name (rules may name resources that exist for authorization alone); and hooks on a status subresource that a
 * kind lacks. No mistakes, since kinds may come later.
 */
export function findUnknownResources(
  { plugin, declaration, contributed }: NamingPlugin,
  known: readonly KnownResource[],
): string[] {
  const names = new Set(known.map(formatGroupResource));
  const hooks = contributed.writeHooks.map(({ name, writesOf }) => {
    return { name, writesOf: writesOf.map((each) => ({ ...writtenResource(each), subresource: each.subresource })) };
  });
  const ofHooks = hooks.flatMap(({ name, writesOf }) =>
    writesOf
      .filter((each) => !names.has(formatGroupResource(each)))
      .map(({ group, resource }) => {
        const what = `write hook "${name}" is not called for "${resource}" of group "${group}", which no kind has`;
        return `${plugin}: ${what}. ${proposal({ group, resource }, known)}`;
      }),
  );
  const withoutStatus = new Set(known.filter(({ hasStatus }) => hasStatus === false).map(formatGroupResource));
  const ofStatus = hooks.flatMap(({ name, writesOf }) =>
    writesOf
      .filter((each) => each.subresource === 'status' && withoutStatus.has(formatGroupResource(each)))
      .map(
        (each) =>
          `${plugin}: write hook "${name}" is not called for the status of ${formatGroupResource(each)}. ${NO_STATUS}`,
      ),
  );
  return [...ofHooks, ...ofStatus, ...unknownInRoles(plugin, declaration, known)];
}

/** Returns the end of a text about a resource that no kind has: a similar one, or `otherwise`. */
export function proposal(named: GroupResource, known: readonly GroupResource[], otherwise = LATER): string {
  const elsewhere = known.find(({ resource }) => resource === named.resource);
  if (elsewhere) return `Did you mean that of group "${elsewhere.group}"?`;
  const inGroup = known.filter(({ group }) => group === named.group).map(({ resource }) => resource);
  if (inGroup.length > 0) return didYouMean(named.resource, inGroup, otherwise);
  return didYouMean(formatGroupResource(named), known.map(formatGroupResource), otherwise);
}

function unknownInRoles(
  plugin: string,
  { group, roles = {} }: NamingPlugin['declaration'],
  known: readonly GroupResource[],
): string[] {
  const { view = [], edit = [], admin = [], clusterRoles = [] } = roles;
  const declared: [role: string, rules: true | readonly RoleRule[]][] = [
    ['view', view],
    ['edit', edit],
    ['admin', admin],
    ...clusterRoles.map(({ name, rules }): [string, readonly RoleRule[]] => [`"${name}"`, rules]),
  ];
  const own = known.filter((each) => each.group === group).map(({ resource }) => resource);
  return declared.flatMap(([role, rules]) =>
    unknownInRules(rules === true ? [] : rules, group, own).map(
      ([resource, similar]) =>
        `${plugin}: role ${role} names the resource "${resource}", which no kind has. ${similar}`,
    ),
  );
}

function unknownInRules(rules: readonly RoleRule[], group: string, own: readonly string[]): [string, string][] {
  const ofGroup = rules.filter(({ apiGroups = [group] }) => apiGroups.includes(group));
  const named = ofGroup.flatMap(({ resources = [] }) => resources.map((resource) => resource.split('/')[0]));
  const unknown = [...new Set(named)].filter((resource) => resource !== '*' && !own.includes(resource));
  return unknown
    .map((resource): [string, string] => [resource, didYouMean(resource, own, '')])
    .filter(([, similar]) => similar !== '');
}
