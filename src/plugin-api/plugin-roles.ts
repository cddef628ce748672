import type { KindDefinition, Stop } from '../registry/index.js';

/**
 * A rule of a role that a plugin contributes (RBAC: PolicyRule). `apiGroups` is the plugin's group unless it names others.
 *
 * @public
 * @example
 * const rule: RoleRule = { resources: ['berths'], verbs: ['get', 'list', 'watch'] };
 */
export interface RoleRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/**
 * An additional cluster role that a plugin contributes, named after the plugin's group: `GROUP:NAME`.
 *
 * @public
 * @example
 * const role: PluginClusterRole = { name: 'pilot', rules: [{ resources: ['berths/departure'], verbs: ['create'] }] };
 */
export interface PluginClusterRole {
  readonly name: string;
  readonly rules: readonly RoleRule[];
  readonly labels?: Readonly<Record<string, string>>;
  /** Users, groups and service accounts that have it everywhere: a cluster role binding of the same name. */
  readonly subjects?: readonly RoleSubject[];
}

/**
 * A user, group or service account that has a role.
 *
 * @public
 * @example
 * const subject: RoleSubject = { kind: 'Group', name: 'harbor:pilots' };
 */
export interface RoleSubject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount';
  readonly name: string;
  /** Of a service account. */
  readonly namespace?: string;
}

/**
 * The access to a plugin's kinds that users get by the roles `view`, `edit` and `admin`, and roles of the plugin's own.
 * As everywhere, who may edit may view, and an admin may both.
 *
 * @public
 * @example
 * const roles: PluginRoles = { view: true, edit: true, clusterRoles: [{ name: 'pilot', rules: [] }] };
 */
export interface PluginRoles {
  /** `true`: reading all kinds of the plugin with their subresources. */
  readonly view?: true | readonly RoleRule[];
  /** `true`: writing all kinds of the plugin with their subresources but the status. */
  readonly edit?: true | readonly RoleRule[];
  readonly admin?: readonly RoleRule[];
  readonly clusterRoles?: readonly PluginClusterRole[];
}

/**
 * A cluster role that comes of a declaration.
 *
 * @internal
 * @example
 * const nameOf = ({ name }: DeclaredRole) => name;
 */
export interface DeclaredRole extends PluginClusterRole {
  readonly labels: Readonly<Record<string, string>>;
  readonly subjects: readonly RoleSubject[];
}

/**
 * The roles of the installed plugins; provided to the plugin that stores roles.
 *
 * @internal
 * @example
 * class Roles { constructor(@Inject(DeclaredRoles) readonly declared: DeclaredRoles) {} }
 */
export abstract class DeclaredRoles {
  /** Returns those of all plugins that are installed now. */
  abstract all(): readonly DeclaredRole[];
  /** Calls back with the roles of each plugin that is installed from now on, until the answer is called. */
  abstract onInstall(listener: (roles: readonly DeclaredRole[]) => void): Stop;
}

const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update'];
const AGGREGATED = ['view', 'edit', 'admin'] as const;

/**
 * Returns the cluster roles of a plugin's declaration.
 *
 * @internal
 * @example
 * const roles = rolesOf({ group: 'harbor.example.com', kinds: [berthKind], roles: { view: true } });
 */
export function rolesOf({ group, kinds, roles }: RolesDeclaration): DeclaredRole[] {
  if (!roles) return [];
  const aggregated = AGGREGATED.flatMap((name): DeclaredRole[] => {
    const wanted = roles[name];
    if (!wanted) return [];
    const rules = wanted === true ? rulesForAll(kinds, name === 'edit' ? WRITE : READ) : wanted;
    const labels = { [`rbac.authorization.k8s.io/aggregate-to-${name}`]: 'true' };
    return [{ name: `${group}:${name}`, labels, rules: complete(rules, group), subjects: [] }];
  });
  const own = (roles.clusterRoles ?? []).map(({ name, rules, labels = {}, subjects = [] }) => {
    return { name: `${group}:${name}`, labels, rules: complete(rules, group), subjects };
  });
  return [...aggregated, ...own];
}

/** The part of a plugin's declaration that roles come of. */
export interface RolesDeclaration {
  readonly group: string;
  readonly kinds: readonly KindDefinition<never>[];
  readonly roles?: PluginRoles;
}

function complete(rules: readonly RoleRule[], group: string): RoleRule[] {
  return rules.map((rule) => (rule.resources && !rule.apiGroups ? { ...rule, apiGroups: [group] } : rule));
}

/** Statuses are written by controllers. */
function rulesForAll(kinds: readonly KindDefinition<never>[], verbs: readonly string[]): RoleRule[] {
  return kinds.map((kind) => {
    const subresources = subresourcesOf(kind).filter((name) => verbs === READ || name !== 'status');
    return { resources: [kind.plural, ...subresources.map((name) => `${kind.plural}/${name}`)], verbs };
  });
}

/**
 * Returns the names of a kind's subresources, of all its versions.
 *
 * @internal
 * @example
 * const names = subresourcesOf(berthKind);
 */
export function subresourcesOf(kind: KindDefinition<never>): string[] {
  const declared = [kind, ...kind.versions];
  const own = declared.flatMap(({ subresources = [], connections = [] }) => [...subresources, ...connections]);
  const names = new Set(own.map(({ name }) => name));
  if (declared.some(({ hasStatus }) => hasStatus)) names.add('status');
  if (declared.some(({ scale }) => scale !== undefined)) names.add('scale');
  return [...names].sort();
}
