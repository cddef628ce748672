import {
  type AdmissionAttributes,
  type Authorizer,
  type RuleResolver,
  type UserRules,
  notFound,
} from '../../../src/plugin-api/index.js';
import { MASTERS_GROUP } from '../../../src/plugin-api/built-in.js';
import { compactRules, formatRule, formatTexts, missingRules } from '../policy-rules/rule-coverage.js';
import type { PolicyRule } from '../role/role.v1.js';

/** Reports whether a user has all permissions, so that granting cannot be an escalation. */
export function isPrivileged({ user }: AdmissionAttributes): boolean {
  return user.groups.includes(MASTERS_GROUP);
}

/** The attributes of a special right. */
export interface SpecialRight {
  readonly verb: 'escalate' | 'bind';
  readonly group: string;
  readonly resource: string;
  readonly name: string;
  readonly namespace: string;
}

/** Reports whether the writer has a special right over roles. */
export async function hasRight(
  { user }: AdmissionAttributes,
  right: SpecialRight,
  authorizer: Authorizer,
): Promise<boolean> {
  const { verdict } = await authorizer.authorize({
    ...right,
    user,
    version: '*',
    subresource: '',
    isResourceRequest: true,
    path: '',
  });
  return verdict === 'Allow';
}

/** Returns why the writer must not grant rules: they do not hold them. Undefined if they do. */
export async function describeEscalation(
  { user, namespace, resource }: AdmissionAttributes,
  granted: readonly PolicyRule[],
  resolver: RuleResolver,
): Promise<string | undefined> {
  const held = await resolver.rulesFor(user, namespace);
  const missing = missingRules(policyRulesOf(held), granted);
  if (missing.length === 0) return undefined;
  const lines = [...new Set(compactRules(missing).map(formatRule))].sort();
  const who = `user ${JSON.stringify(user.name)} (groups=${formatTexts(user.groups)})`;
  const grant = `${who} is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}`;
  return `${grant}${describeMissingRoles(held, resource)}`;
}

/**
 * Roles that bindings of the writer name and that do not exist. Upstream reads them through the registry, whose errors
 * name the resource of the request under way; several errors count as one, in its own brackets.
 */
function describeMissingRoles({ missingRoles = [] }: UserRules, resource: AdmissionAttributes['resource']): string {
  const errors = [...new Set(missingRoles.map((name) => notFound(resource, name).message))];
  if (errors.length === 0) return '';
  return `; resolution errors: [${errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`}]`;
}

function policyRulesOf({ resourceRules, nonResourceRules }: UserRules): PolicyRule[] {
  return [...resourceRules, ...nonResourceRules] as PolicyRule[];
}
