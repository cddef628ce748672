import {
  type AdmissionAttributes,
  type Authorizer,
  MASTERS_GROUP,
  type RuleResolver,
  type UserRules,
} from '../../../src/plugin-api/index.js';
import { compactRules, formatRule, formatTexts, missingRules } from '../policy-rules/rule-coverage.js';
import type { PolicyRule } from '../role/role.v1.js';

/** Whether somebody may do everything anyway, so nothing they grant is too much. */
export function isPrivileged({ user }: AdmissionAttributes): boolean {
  return user.groups.includes(MASTERS_GROUP);
}

/** What a special right is asked for. */
export interface SpecialRight {
  readonly verb: 'escalate' | 'bind';
  readonly group: string;
  readonly resource: string;
  readonly name: string;
  readonly namespace: string;
}

/** Whether the writer has a special right over roles. */
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

/** Why the writer must not grant rules: that they do not hold them. Undefined when they do. */
export async function describeEscalation(
  { user, namespace }: AdmissionAttributes,
  granted: readonly PolicyRule[],
  resolver: RuleResolver,
): Promise<string | undefined> {
  const held = await resolver.rulesFor(user, namespace);
  const missing = missingRules(policyRulesOf(held), granted);
  if (missing.length === 0) return undefined;
  const lines = [...new Set(compactRules(missing).map(formatRule))].sort();
  const who = `user ${JSON.stringify(user.name)} (groups=${formatTexts(user.groups)})`;
  const problems = held.errors.length > 0 ? `; resolution errors: [${formatErrors(held.errors)}]` : '';
  return `${who} is attempting to grant RBAC permissions not currently held:\n${lines.join('\n')}${problems}`;
}

/** Several errors count as one, in brackets of its own. */
function formatErrors(errors: readonly string[]): string {
  return errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
}

function policyRulesOf({ resourceRules, nonResourceRules }: UserRules): PolicyRule[] {
  return [...resourceRules, ...nonResourceRules] as PolicyRule[];
}
