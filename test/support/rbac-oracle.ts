import type { Json } from './test-client.js';

/** The requested operation: on a resource, or on a non-resource path. */
export type Operation =
  | {
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly verb: string; readonly path: string };

/** The user. */
export interface Subject {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A rule of a role, as the API shows it. */
export type Rule = Readonly<
  Partial<Record<'verbs' | 'apiGroups' | 'resources' | 'resourceNames' | 'nonResourceURLs', string[]>>
>;

const SUBJECT_KINDS: Readonly<Record<string, (subject: Json, who: Subject, namespace: string) => boolean>> = {
  User: ({ name }, { user }) => name === user,
  Group: ({ name }, { groups }) => groups.includes(String(name)),
  ServiceAccount: ({ name, namespace }, { user }, own) => user === `system:serviceaccount:${namespace ?? own}:${name}`,
};

/**
 * Evaluates roles and bindings by reading all of them for each request: written from the documentation of RBAC alone,
 * independently of the server's own authorizer, with which it is compared.
 */
export class RbacOracle {
  constructor(
    private readonly objects: Readonly<
      Record<'roles' | 'clusterroles' | 'rolebindings' | 'clusterrolebindings', Json[]>
    >,
  ) {}

  /** Reports whether a user is allowed an operation. */
  allows(who: Subject, operation: Operation): boolean {
    const namespace = 'namespace' in operation ? operation.namespace : '';
    return this.rulesOf(who, namespace).some((rule) => ruleAllows(rule, operation));
  }

  private rulesOf(who: Subject, namespace: string): Rule[] {
    const { rolebindings, clusterrolebindings } = this.objects;
    const everywhere = clusterrolebindings.filter((binding) => binds(binding, who));
    const here = rolebindings.filter((binding) => binding.metadata.namespace === namespace && binds(binding, who));
    return [...everywhere, ...(namespace === '' ? [] : here)].flatMap((binding) => this.rolesOf(binding));
  }

  private rolesOf({ metadata, roleRef }: Json): Rule[] {
    const { roles, clusterroles } = this.objects;
    const found =
      roleRef.kind === 'ClusterRole'
        ? clusterroles.find((role) => role.metadata.name === roleRef.name)
        : roles.find((role) => role.metadata.name === roleRef.name && role.metadata.namespace === metadata.namespace);
    return (found?.rules ?? []) as Rule[];
  }
}

/** Reports whether one rule allows something. */
export function ruleAllows(rule: Rule, operation: Operation): boolean {
  if (!includes(rule.verbs, operation.verb)) return false;
  if ('path' in operation) return (rule.nonResourceURLs ?? []).some((pattern) => coversPath(pattern, operation.path));
  const { group, resource, subresource, name } = operation;
  const wanted = subresource === '' ? [resource] : [`${resource}/${subresource}`, `*/${subresource}`];
  const names = rule.resourceNames ?? [];
  return (
    includes(rule.apiGroups, group) &&
    (rule.resources ?? []).some((one) => one === '*' || wanted.includes(one)) &&
    (names.length === 0 || names.includes(name))
  );
}

function binds({ subjects, metadata }: Json, who: Subject): boolean {
  return ((subjects ?? []) as Json[]).some((each) =>
    SUBJECT_KINDS[String(each.kind)](each, who, String(metadata.namespace)),
  );
}

function includes(list: readonly string[] | undefined, value: string): boolean {
  return (list ?? []).some((one) => one === '*' || one === value);
}

function coversPath(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}
