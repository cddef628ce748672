import { ANONYMOUS_USER, UNAUTHENTICATED_GROUP } from '../request/index.js';
import { type AuthenticationRequest, type AuthenticationResult, Authenticator } from './authenticator.js';

const ANONYMOUS = { name: ANONYMOUS_USER, groups: [UNAUTHENTICATED_GROUP] };

/** Takes a request that shows no credentials as anonymous (specification, "Anonymous requests"). */
export class AnonymousAuthenticator extends Authenticator {
  private readonly paths: ReadonlySet<string> | undefined;

  /** Given paths, only requests to these may be anonymous. */
  constructor(
    private readonly audiences: readonly string[],
    paths?: readonly string[],
  ) {
    super();
    this.paths = paths && new Set(paths);
  }

  authenticate(request: AuthenticationRequest): AuthenticationResult | undefined {
    if (this.paths && !this.paths.has(request.path)) return undefined;
    return { user: ANONYMOUS, audiences: request.audiences ?? this.audiences };
  }
}
