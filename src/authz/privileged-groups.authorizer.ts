import { MASTERS_GROUP } from '../request/index.js';
import { type AuthorizationAttributes, Authorizer, type Decision } from './authorizer.js';
import type { DecisionStep, TracingAuthorizer } from './decision-steps.js';

const ALLOW: Decision = { verdict: 'Allow', reason: '' };
const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: '' };

/** Allows members of some groups everything, before any other user is asked. */
export class PrivilegedGroupsAuthorizer extends Authorizer implements TracingAuthorizer {
  constructor(private readonly groups: readonly string[] = [MASTERS_GROUP]) {
    super();
  }

  trace(attributes: AuthorizationAttributes): Promise<DecisionStep[]> {
    const step = { type: 'PrivilegedGroups', name: this.groups.join(', '), ...this.authorize(attributes) };
    return Promise.resolve([step]);
  }

  authorize({ user }: AuthorizationAttributes): Decision {
    return user.groups.some((group) => this.groups.includes(group)) ? ALLOW : NO_OPINION;
  }
}
