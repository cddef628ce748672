import { Controller, Get, Module } from '@nestjs/common';
import {
  ApiGroupPlugin,
  type AuthenticationRequest,
  type AuthenticationResult,
  Authenticator,
  type AuthorizationAttributes,
  Authorizer,
  CredentialError,
  CurrentUser,
  type Decision,
  type ListedObject,
  type ObjectFilter,
  type RuleResolver,
  type UserInfo,
  type UserRules,
} from '../../../src/plugin-api/index.js';

/** Knows the crew by their badges. */
export class BadgeAuthenticator extends Authenticator {
  authenticate({ headers }: AuthenticationRequest): AuthenticationResult | undefined {
    const badge = headers['x-badge'];
    if (typeof badge !== 'string') return undefined;
    if (!/^[a-z]{3,20}$/.test(badge)) throw new CredentialError('a badge has letters only');
    return { user: { name: badge, groups: ['crew'] } };
  }
}

const isOfCrew = ({ groups }: UserInfo): boolean => groups.includes('crew');
const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: '' };

/** Allows the crew to see docks, and shows each of them only what is labelled with the name. */
export class CrewAuthorizer extends Authorizer implements RuleResolver {
  authorize({ user, verb, group, resource }: AuthorizationAttributes): Decision {
    const isReading = verb === 'list' || verb === 'watch';
    if (!isOfCrew(user) || !isReading || group !== 'docks.example.com' || resource !== 'docks') return NO_OPINION;
    return { verdict: 'Allow', reason: 'the crew may look around' };
  }

  override filter({ user }: AuthorizationAttributes): ObjectFilter {
    return { allows: ({ labels }: ListedObject) => labels['docks.example.com/crew'] === user.name };
  }

  /** The rules that `kubectl auth can-i --list` shows. */
  rulesFor(user: UserInfo): UserRules {
    const rule = {
      verbs: ['list', 'watch'],
      apiGroups: ['docks.example.com'],
      resources: ['docks'],
      resourceNames: [],
    };
    const resourceRules = isOfCrew(user) ? [rule] : [];
    return { resourceRules, nonResourceRules: [], incomplete: false, errors: [] };
  }
}

/** `GET /crew/me`, after the same checks as requests for the API. */
@Controller('crew')
export class CrewController {
  @Get('me')
  me(@CurrentUser() user: UserInfo): object {
    return { name: user.name, groups: user.groups };
  }
}

@Module({ controllers: [CrewController] })
class CrewModule {}

/** A plugin without kinds. */
@ApiGroupPlugin({
  group: 'crew.example.com',
  versions: ['v1'],
  kinds: [],
  imports: [CrewModule],
  authenticators: [BadgeAuthenticator],
  authorizers: [CrewAuthorizer],
})
export class CrewPlugin {}
