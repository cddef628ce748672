import type { GroupVersionResource } from '../../../src/plugin-api/built-in.js';

/** A rule of a configuration: which operations on which resources it is about (v1.NamedRuleWithOperations). */
export interface AdmissionRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
  /** Names of objects; every name if there are none. Webhooks' rules have none. */
  readonly resourceNames?: readonly string[];
}

/** The facts of a request by which rules are matched; the same for all requests of one operation on one resource. */
export interface RuledRequest {
  readonly operation: string;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly isNamespaced: boolean;
}

const ALL = '*';

/** Reports whether a rule is about a request, names aside (upstream: rules.Matcher). */
export function matchesRule(
  rule: AdmissionRule,
  { operation, resource, subresource, isNamespaced }: RuledRequest,
): boolean {
  return (
    matchesScope(rule.scope, isNamespaced) &&
    includes(rule.operations, operation) &&
    includes(rule.apiGroups, resource.group) &&
    includes(rule.apiVersions, resource.version) &&
    (rule.resources ?? []).some((pattern) => matchesResource(pattern, resource.resource, subresource))
  );
}

function matchesScope(scope: string | undefined, isNamespaced: boolean): boolean {
  if (scope === undefined || scope === ALL) return true;
  return scope === (isNamespaced ? 'Namespaced' : 'Cluster');
}

function includes(values: readonly string[] | undefined, value: string): boolean {
  return values !== undefined && (values.includes(ALL) || values.includes(value));
}

/** A pattern without a slash is about objects themselves only, `*` too. */
function matchesResource(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf('/');
  const ofResource = slash < 0 ? pattern : pattern.slice(0, slash);
  const ofSubresource = slash < 0 ? '' : pattern.slice(slash + 1);
  return (ofResource === ALL || ofResource === resource) && (ofSubresource === ALL || ofSubresource === subresource);
}
