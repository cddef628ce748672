import { type MaybePromise, whenSettled } from '../apimachinery/index.js';
import { AUTHENTICATED_GROUP, type UserInfo } from '../request/index.js';
import { askInTurn, type Asked } from './ask-in-turn.js';
import {
  type AuthenticationRequest,
  type AuthenticationResult,
  Authenticator,
  TokenAuthenticator,
} from './authenticator.js';
import { CheckedAuthenticator } from './checked.authenticator.js';
import { joinRefusals, rejectCredentials } from './credential-error.js';

/** The authenticators of a server. */
export interface UnionParts {
  /** The server's own; asked in this order, the first that answers decides. */
  readonly members: readonly Authenticator[];
  /** Asked when no member has found anything, right or wrong. */
  readonly fallback?: Authenticator;
}

/**
 * The outermost authenticator: asks all others and adds every accepted user to the group of authenticated users. A
 * wrong credential is answered with 401 even where anonymous requests are welcome, unless another one is right.
 */
export class UnionAuthenticator extends Authenticator {
  private members: readonly Authenticator[];

  constructor(private readonly parts: UnionParts) {
    super();
    this.members = parts.members;
  }

  /** Activates those that plugins contribute: they are asked after the server's own. */
  use(contributed: readonly Authenticator[]): void {
    this.members = [...this.parts.members, ...contributed.map((member) => new CheckedAuthenticator(member))];
  }

  authenticate(request: AuthenticationRequest): MaybePromise<AuthenticationResult | undefined> {
    const asked = askInTurn({ members: this.members, subject: request, ask: askMember });
    return asked instanceof Promise
      ? asked.then((outcome) => this.conclude(outcome, request))
      : this.conclude(asked, request);
  }

  private conclude(
    { result, refusals }: Asked<AuthenticationResult>,
    request: AuthenticationRequest,
  ): MaybePromise<AuthenticationResult | undefined> {
    if (result) return withAuthenticatedGroup(result);
    if (refusals.length > 0) throw rejectCredentials(refusals);
    return this.parts.fallback?.authenticate(request);
  }
}

function askMember(
  member: Authenticator,
  request: AuthenticationRequest,
): MaybePromise<AuthenticationResult | undefined> {
  return member.authenticate(request);
}

/** Asks several token authenticators in turn. */
export class UnionTokenAuthenticator extends TokenAuthenticator {
  constructor(private readonly members: readonly TokenAuthenticator[]) {
    super();
  }

  authenticateToken(token: string, audiences: readonly string[]): MaybePromise<AuthenticationResult | undefined> {
    const ask = (member: TokenAuthenticator): ReturnType<TokenAuthenticator['authenticateToken']> =>
      member.authenticateToken(token, audiences);
    const asked = askInTurn({ members: this.members, subject: token, ask });
    return whenSettled(asked, ({ result, refusals }) => {
      if (!result && refusals.length > 0) throw joinRefusals(refusals);
      return result;
    });
  }
}

/** Users are shared between requests, so the outcome is remembered per user object. */
const withGroup = new WeakMap<UserInfo, UserInfo>();

function withAuthenticatedGroup(result: AuthenticationResult): AuthenticationResult {
  const { user } = result;
  if (user.groups.includes(AUTHENTICATED_GROUP)) return result;
  let extended = withGroup.get(user);
  if (!extended) withGroup.set(user, (extended = { ...user, groups: [...user.groups, AUTHENTICATED_GROUP] }));
  return { ...result, user: extended };
}
