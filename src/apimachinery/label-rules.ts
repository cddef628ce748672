import type { LabelRequirement, Labels } from './label-requirement.js';

/** The combined requirements on one key. */
class KeyRule {
  /** True if the label has to be there. */
  isRequired = false;
  private isForbidden = false;
  private allowed: ReadonlySet<string> | undefined;
  private readonly denied = new Set<string>();
  private readonly comparisons = new Map<string, LabelRequirement>();

  add(requirement: LabelRequirement): void {
    const { operator, values } = requirement;
    if (operator === '!') this.isForbidden = true;
    else if (operator === '!=' || operator === 'notin') for (const value of values) this.denied.add(value);
    else this.demand(requirement);
  }

  accepts(value: string | undefined): boolean {
    if (value === undefined) return !this.isRequired;
    if (this.isForbidden || this.denied.has(value) || this.allowed?.has(value) === false) return false;
    for (const comparison of this.comparisons.values()) if (!comparison.compares(value)) return false;
    return true;
  }

  private demand(requirement: LabelRequirement): void {
    const { operator, values } = requirement;
    this.isRequired = true;
    if (operator === 'exists') return;
    if (operator === 'gt' || operator === 'lt') {
      const tightest = this.comparisons.get(operator);
      if (!tightest || requirement.isTighterThan(tightest)) this.comparisons.set(operator, requirement);
      return;
    }
    const { allowed } = this;
    this.allowed = new Set(allowed ? values.filter((value) => allowed.has(value)) : values);
  }
}

/**
 * The requirements of a selector, joined by key, so that checking an object costs as much as it has labels, however many
 * requirements there are.
 */
export class LabelRules {
  private readonly required: [key: string, rule: KeyRule][];
  private readonly tolerant = new Map<string, KeyRule>();

  constructor(requirements: readonly LabelRequirement[]) {
    const rules = new Map<string, KeyRule>();
    for (const requirement of requirements) {
      let rule = rules.get(requirement.key);
      if (!rule) rules.set(requirement.key, (rule = new KeyRule()));
      rule.add(requirement);
    }
    this.required = [...rules].filter(([, rule]) => rule.isRequired);
    for (const [key, rule] of rules) if (!rule.isRequired) this.tolerant.set(key, rule);
  }

  /** Reports whether an object with these labels meets all requirements. */
  accept(labels: Labels): boolean {
    for (const [key, rule] of this.required) {
      if (!rule.accepts(labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined)) return false;
    }
    if (this.tolerant.size === 0) return true;
    for (const key in labels) if (this.tolerant.get(key)?.accepts(labels[key]) === false) return false;
    return true;
  }
}
