import { AnonymousAuthenticator } from './anonymous.authenticator.js';
import type { Authenticator, TokenAuthenticator } from './authenticator.js';
import { BearerTokenAuthenticator } from './bearer-token.authenticator.js';
import { TokenFileAuthenticator } from './token-file.authenticator.js';
import { UnionAuthenticator, UnionTokenAuthenticator } from './union.authenticator.js';
import type { ApiServerOptions } from '../options/index.js';
import type { Clock, Logger } from '../observability/index.js';

/** What authenticators are made of. */
export interface AuthenticatorParts {
  readonly options: ApiServerOptions;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The authenticators of a server, and how to end what they keep running. */
export interface Authenticators {
  readonly authenticator: Authenticator;
  close(): void;
}

/** Makes the authenticators that the options ask for; fails when a file they name cannot be used. */
export async function createAuthenticators(parts: AuthenticatorParts): Promise<Authenticators> {
  const { options } = parts;
  const audiences = options.apiAudiences;
  const tokenFile = await openTokenFile(parts);
  const tokens: TokenAuthenticator[] = tokenFile ? [tokenFile] : [];
  const members = [new BearerTokenAuthenticator({ tokens: new UnionTokenAuthenticator(tokens), audiences })];
  const fallback = options.authentication.anonymousAuth ? new AnonymousAuthenticator(audiences) : undefined;
  return { authenticator: new UnionAuthenticator({ members, fallback }), close: () => tokenFile?.close() };
}

async function openTokenFile({ options, clock, logger }: AuthenticatorParts): Promise<TokenFileAuthenticator | undefined> {
  const path = options.authentication.tokenAuthFile;
  if (path === '') return undefined;
  return TokenFileAuthenticator.open({ path, audiences: options.apiAudiences, clock, logger });
}
