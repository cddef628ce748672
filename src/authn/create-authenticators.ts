import { readFile } from 'node:fs/promises';
import type { AccessObjects } from '../access/index.js';
import type { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { type ApiServerOptions, waitForAll } from '../options/index.js';
import { AnonymousAuthenticator } from './anonymous.authenticator.js';
import type { Authenticator, TokenAuthenticator } from './authenticator.js';
import { BearerTokenAuthenticator } from './tokens/bearer-token.authenticator.js';
import { BootstrapTokenAuthenticator } from './tokens/bootstrap-token.authenticator.js';
import type { ClientAuthorities } from './certificates/client-authorities.js';
import { ClientCertificateAuthenticator } from './certificates/client-certificate.authenticator.js';
import { ConfiguredAuthentication } from './configuration/configured-authentication.js';
import { CredentialObjects } from './credential-objects.js';
import { RememberingAuthenticator } from './tokens/remembering.authenticator.js';
import type { FrontProxies } from './certificates/front-proxies.js';
import { RequestHeaderAuthenticator } from './certificates/request-header.authenticator.js';
import { JwtTokenIssuer } from './service-account/jwt-token-issuer.js';
import { LegacyTokenAuthenticator } from './service-account/legacy-token.authenticator.js';
import { ServiceAccountAuthenticator } from './service-account/service-account.authenticator.js';
import type { TokenIssuer } from './service-account/token-issuer.js';
import { readVerificationKeys, type TokenKey } from './service-account/token-keys.js';
import type { TokenUses } from './service-account/token-uses.js';
import { TokenCacheMetrics } from './tokens/token-cache-metrics.js';
import { TokenFileAuthenticator } from './tokens/token-file.authenticator.js';
import { openWebhook } from './webhook/open-webhook.js';
import { UnionTokenAuthenticator, type UnionParts } from './union.authenticator.js';

/** The dependencies of the token issuer. */
export interface TokenIssuerParts {
  readonly options: ApiServerOptions;
  /** The private key that service account tokens are signed with, in PEM. */
  readonly serviceAccountKey: string;
  readonly clock: Clock;
}

/** The dependencies of authenticators. */
export interface AuthenticatorParts extends TokenIssuerParts {
  readonly objects: AccessObjects;
  readonly authorities: ClientAuthorities;
  readonly proxies: FrontProxies;
  readonly logger: Logger;
  readonly metrics: MetricsRegistry;
  readonly uses: TokenUses;
}

/** The authenticators of a server, and how to end what they keep running. */
export interface Authenticators extends UnionParts {
  close(): void;
}

/** Makes the authenticators that the options ask for; fails when a file they name cannot be used. */
export async function createAuthenticators(parts: AuthenticatorParts): Promise<Authenticators> {
  const { options, clock } = parts;
  const audiences = options.apiAudiences;
  // A file may change as soon as it is followed, while others are still read: there have to be tokens to forget.
  const sorts: TokenAuthenticator[] = [];
  const tokens = new RememberingAuthenticator({
    inner: new UnionTokenAuthenticator(sorts),
    clock,
    metrics: new TokenCacheMetrics(parts.metrics),
    isFollowed: (name) => objects.isCurrent(name),
  });
  const objects = new CredentialObjects(parts.objects, (name) => (name ? tokens.forgetObject(name) : tokens.clear()));
  const onChange = (): void => tokens.clear();
  const anonymous = new AnonymousAuthenticator(audiences);
  const [tokenFile, keys, configured, webhook] = await waitForAll(
    openTokenFile(parts, onChange),
    verificationKeys(parts),
    ConfiguredAuthentication.open({ ...parts, anonymous, onChange }),
    openWebhook(parts),
  );
  sorts.push(...tokenAuthenticators(parts, { lookup: objects, tokenFile, keys }), configured.issuers);
  if (webhook) sorts.push(webhook);
  const members = [...certificateAuthenticators(parts, audiences), new BearerTokenAuthenticator({ tokens, audiences })];
  const close = (): void => {
    objects.close();
    tokenFile?.close();
    configured.close();
    webhook?.close();
  };
  return { members, fallback: anonymous, close };
}

/** Makes the issuer of service account tokens. */
export function createTokenIssuer({ options, serviceAccountKey, clock }: TokenIssuerParts): TokenIssuer {
  return new JwtTokenIssuer({
    issuer: options.serviceAccountIssuers[0],
    signingKey: serviceAccountKey,
    defaultAudiences: options.apiAudiences,
    maxExpirationSeconds: Math.floor(options.authentication.serviceAccountMaxTokenExpiration / 1000),
    extendsExpiration: options.authentication.serviceAccountExtendTokenExpiration,
    clock,
  });
}

/** Returns those that go by the client certificate, front proxies first. */
export function certificateAuthenticators(
  { authorities, proxies, clock, metrics }: Pick<AuthenticatorParts, 'authorities' | 'proxies' | 'clock' | 'metrics'>,
  audiences: readonly string[],
): Authenticator[] {
  const lifetimes = metrics.histogram(CERTIFICATE_LIFETIMES).labels();
  const onAccepted = (secondsLeft: number): void => lifetimes.observe(secondsLeft);
  const users = new ClientCertificateAuthenticator({ audiences, authorities: authorities.users, clock, onAccepted });
  if (!authorities.proxies) return [users];
  return [new RequestHeaderAuthenticator({ proxies, authorities: authorities.proxies, audiences }), users];
}

const CERTIFICATE_LIFETIMES = {
  name: 'apiserver_client_certificate_expiration_seconds',
  help: 'Time until the client certificates of requests expire, in seconds.',
  // Half an hour to a year.
  buckets: [
    0, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 345_600, 604_800, 2_592_000, 7_776_000, 15_552_000,
    31_104_000,
  ],
};

/** The verifiers of the kinds of tokens. */
interface TokenChecks {
  readonly lookup: CredentialObjects;
  readonly keys: readonly TokenKey[];
  readonly tokenFile: TokenFileAuthenticator | undefined;
}

function tokenAuthenticators(
  { options, clock, logger, uses }: AuthenticatorParts,
  { lookup, keys, tokenFile }: TokenChecks,
): TokenAuthenticator[] {
  const audiences = options.apiAudiences;
  const issuers = options.serviceAccountIssuers;
  const looksUp = options.authentication.serviceAccountLookup;
  const members: TokenAuthenticator[] = tokenFile ? [tokenFile] : [];
  members.push(new LegacyTokenAuthenticator({ keys, audiences, lookup, looksUp, uses, clock }));
  members.push(new ServiceAccountAuthenticator({ issuers, keys, audiences, lookup, uses, clock }));
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
