import { ANONYMOUS_USER, UNAUTHENTICATED_GROUP } from '../request/index.js';
import { type AuthenticationRequest, type AuthenticationResult, Authenticator } from './authenticator.js';
import type { AnonymousConfig } from './configuration/authentication-configuration.js';

const ANONYMOUS = { name: ANONYMOUS_USER, groups: [UNAUTHENTICATED_GROUP] };

/** Takes a request that shows no credentials as anonymous (specification, "Anonymous requests"), where that is on. */
export class AnonymousAuthenticator extends Authenticator {
  private isOn = false;
  private paths: ReadonlySet<string> | undefined;

  constructor(private readonly audiences: readonly string[]) {
    super();
  }

  /** Sets which requests may be anonymous; none before it is called. */
  use({ enabled, paths }: AnonymousConfig): void {
    this.isOn = enabled;
    this.paths = paths.length > 0 ? new Set(paths) : undefined;
  }

  authenticate(request: AuthenticationRequest): AuthenticationResult | undefined {
    if (!this.isOn || (this.paths && !this.paths.has(request.path))) return undefined;
    return { user: ANONYMOUS, audiences: request.audiences ?? this.audiences, knownBy: 'anonymous' };
  }
}
