import { MASTERS_GROUP } from '../request/index.js';
import { type AuthorizationAttributes, Authorizer, type Decision } from './authorizer.js';

const ALLOW: Decision = { verdict: 'Allow', reason: '' };
const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: '' };

/** Allows members of some groups everything, before anybody else is asked. */
export class PrivilegedGroupsAuthorizer extends Authorizer {
  constructor(private readonly groups: readonly string[] = [MASTERS_GROUP]) {
    super();
  }

  authorize({ user }: AuthorizationAttributes): Decision {
    return user.groups.some((group) => this.groups.includes(group)) ? ALLOW : NO_OPINION;
  }
}
