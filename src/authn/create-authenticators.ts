import { readFile } from 'node:fs/promises';
import type { Clock, Logger } from '../observability/index.js';
import type { ApiServerOptions } from '../options/index.js';
import { AnonymousAuthenticator } from './anonymous.authenticator.js';
import type { Authenticator, TokenAuthenticator } from './authenticator.js';
import { BearerTokenAuthenticator } from './bearer-token.authenticator.js';
import { BootstrapTokenAuthenticator } from './bootstrap-token.authenticator.js';
import { ClientCertificateAuthenticator } from './client-certificate.authenticator.js';
import type { CredentialObjects } from './credential-objects.js';
import { RememberingAuthenticator } from './remembering.authenticator.js';
import { JwtTokenIssuer } from './service-account/jwt-token-issuer.js';
import { ServiceAccountAuthenticator } from './service-account/service-account.authenticator.js';
import type { TokenIssuer } from './service-account/token-issuer.js';
import { readVerificationKeys, type TokenKey } from './service-account/token-keys.js';
import { TokenFileAuthenticator } from './token-file.authenticator.js';
import { UnionAuthenticator, UnionTokenAuthenticator } from './union.authenticator.js';

/** What authenticators are made of. */
export interface AuthenticatorParts {
  readonly options: ApiServerOptions;
  /** The private key that service account tokens are signed with, in PEM. */
  readonly serviceAccountKey: string;
  readonly objects: CredentialObjects;
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
  const { options, objects, clock } = parts;
  const audiences = options.apiAudiences;
  const tokenFile = await openTokenFile(parts, () => tokens.clear());
  const tokens = new RememberingAuthenticator(
    new UnionTokenAuthenticator(await tokenAuthenticators(parts, tokenFile)),
    clock,
  );
  const stop = objects.onChange((name) => (name ? tokens.forgetObject(name) : tokens.clear()));
  const members = [
    new ClientCertificateAuthenticator(audiences, clock),
    new BearerTokenAuthenticator({ tokens, audiences }),
  ];
  const fallback = options.authentication.anonymousAuth ? new AnonymousAuthenticator(audiences) : undefined;
  const close = (): void => {
    stop();
    tokenFile?.close();
  };
  return { authenticator: new UnionAuthenticator({ members, fallback }), close };
}

/** Makes the issuer of service account tokens. */
export function createTokenIssuer({ options, serviceAccountKey, clock }: AuthenticatorParts): TokenIssuer {
  return new JwtTokenIssuer({
    issuer: options.serviceAccountIssuers[0],
    signingKey: serviceAccountKey,
    defaultAudiences: options.apiAudiences,
    maxExpirationSeconds: Math.floor(options.authentication.serviceAccountMaxTokenExpiration / 1000),
    extendsExpiration: options.authentication.serviceAccountExtendTokenExpiration,
    clock,
  });
}

async function tokenAuthenticators(
  parts: AuthenticatorParts,
  tokenFile: TokenFileAuthenticator | undefined,
): Promise<TokenAuthenticator[]> {
  const { options, objects: lookup, clock, logger } = parts;
  const audiences = options.apiAudiences;
  const issuers = options.serviceAccountIssuers;
  const keys = await verificationKeys(parts);
  const members: TokenAuthenticator[] = tokenFile ? [tokenFile] : [];
  members.push(new ServiceAccountAuthenticator({ issuers, keys, audiences, lookup, clock }));
  if (options.authentication.enableBootstrapTokenAuth) {
    members.push(new BootstrapTokenAuthenticator({ audiences, lookup, clock, logger }));
  }
  return members;
}

/** The keys of `--service-account-key-file`; the signing key is accepted too. */
async function verificationKeys({ options, serviceAccountKey }: AuthenticatorParts): Promise<TokenKey[]> {
  const files = options.authentication.serviceAccountKeyFiles;
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  return [serviceAccountKey, ...texts].flatMap(readVerificationKeys);
}

async function openTokenFile(
  { options, clock, logger }: AuthenticatorParts,
  onChange: () => void,
): Promise<TokenFileAuthenticator | undefined> {
  const path = options.authentication.tokenAuthFile;
  if (path === '') return undefined;
  return TokenFileAuthenticator.open({ path, audiences: options.apiAudiences, clock, logger, onChange });
}
