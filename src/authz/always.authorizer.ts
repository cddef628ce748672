import type { AllowedSubject } from './inspected-access.js';
import { Authorizer, type Decision, type RuleResolver, type UserRules } from './authorizer.js';

const ALLOW: Decision = { verdict: 'Allow', reason: '' };
const DENY: Decision = { verdict: 'NoOpinion', reason: 'Everything is forbidden.' };
const ALL_RULES: UserRules = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
  errors: [],
};
const NO_RULES: UserRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] };

/** Allows everything (mode AlwaysAllow). */
export class AlwaysAllowAuthorizer extends Authorizer implements RuleResolver {
  authorize(): Decision {
    return ALLOW;
  }

  rulesFor(): UserRules {
    return ALL_RULES;
  }
}

/** Allows nothing, but leaves others their opinion (mode AlwaysDeny). */
export class AlwaysDenyAuthorizer extends Authorizer implements RuleResolver {
  authorize(): Decision {
    return DENY;
  }

  rulesFor(): UserRules {
    return NO_RULES;
  }

  whoMay(): AllowedSubject[] {
    return [];
  }
}
