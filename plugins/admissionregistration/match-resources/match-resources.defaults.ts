/** Fills in the scope of a rule. */
export function defaultRule(rule: { scope?: string }): void {
  rule.scope ??= '*';
}

interface Match {
  matchPolicy?: string;
  namespaceSelector?: object;
  objectSelector?: object;
}

/** Fills in what is meant where nothing is said. */
export function defaultMatchResources(match: Match): void {
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
}
