import type { Clock } from '../../observability/index.js';
import { commonAudiences } from '../audiences.js';
import { type AuthenticationResult, TokenAuthenticator } from '../authenticator.js';
import { CredentialError } from '../credential-error.js';
import type { TokenResult } from '../tokens/token-result.js';
import { accountUser, accountUserName } from './account-user.js';
import { checkBindings } from './check-bindings.js';
import { readClaims, type TokenClaims } from './claims.js';
import { isSignedBy, isTokenLike, readPayload } from './json-web-token.js';
import type { ServiceAccountLookup } from './service-account-lookup.js';
import type { TokenKey } from './token-keys.js';
import type { TokenUses } from './token-uses.js';

/** The dependencies for verifying tokens. */
export interface ServiceAccountSettings {
  /** The issuers that are accepted. */
  readonly issuers: readonly string[];
  readonly keys: readonly TokenKey[];
  /** The audiences of this server. */
  readonly audiences: readonly string[];
  readonly lookup: ServiceAccountLookup;
  readonly uses: Pick<TokenUses, 'noteExtended'>;
  readonly clock: Clock;
}

/** How far the clocks of issuer and server may be apart, in seconds. */
const LEEWAY = 60;

/**
 * Knows the tokens of service accounts: signed by this cluster, not outdated, meant for this server, and the account
 * and what else they are bound to still exists.
 */
export class ServiceAccountAuthenticator extends TokenAuthenticator {
  private readonly issuers: ReadonlySet<unknown>;

  constructor(private readonly settings: ServiceAccountSettings) {
    super();
    this.issuers = new Set(settings.issuers);
  }

  authenticateToken(token: string, wanted: readonly string[]): Promise<AuthenticationResult | undefined> | undefined {
    return isTokenLike(token) ? this.checkToken(token, wanted) : undefined;
  }

  private async checkToken(token: string, wanted: readonly string[]): Promise<TokenResult | undefined> {
    const payload = await readPayload(token);
    if (!payload || !this.issuers.has(payload.iss)) return undefined;
    if (!(await isSignedBy(token, this.settings.keys))) {
      throw new CredentialError('square/go-jose: error in cryptographic primitive');
    }
    const claims = readClaims(payload);
    if (!claims) throw new CredentialError('service account token claims could not be validated');
    if (claims.sub !== accountUserName(claims.account)) throw new CredentialError('sub claim is invalid');
    return this.check(claims, wanted);
  }

  private async check(claims: TokenClaims, wanted: readonly string[]): Promise<TokenResult> {
    const granted = claims.aud.length > 0 ? claims.aud : this.settings.audiences;
    const audiences = commonAudiences(wanted, granted);
    if (audiences.length === 0) throw wrongAudiences(granted, wanted);
    const now = this.settings.clock.now();
    checkTimes(claims, now / 1000);
    const dependsOn = await checkBindings(claims.account, this.settings.lookup, now - LEEWAY * 1000);
    const { warnafter } = claims.account;
    if (warnafter) this.settings.uses.noteExtended(warnafter, now / 1000);
    const validUntil = (claims.exp + LEEWAY) * 1000;
    const auditAnnotations = annotationsOf(claims, Math.floor(now / 1000));
    const user = accountUser(claims);
    return { user, audiences, validUntil, dependsOn, knownBy: 'service account token', auditAnnotations };
  }
}

/** Audit annotations for tokens that should have been renewed, or have no audience; times in seconds. */
function annotationsOf(
  { sub, aud, account: { warnafter } }: TokenClaims,
  now: number,
): Readonly<Record<string, string>> | undefined {
  const isLate = warnafter !== undefined && warnafter > 0 && now > warnafter;
  if (!isLate) return aud.length > 0 ? undefined : { 'authentication.k8s.io/legacy-token': sub };
  const text = `subject: ${sub}, seconds after warning threshold: ${now - warnafter}`;
  return { 'authentication.k8s.io/stale-token': text };
}

function checkTimes({ exp, nbf, iat }: TokenClaims, now: number): void {
  if (now - LEEWAY > exp) throw new CredentialError('service account token has expired');
  if (nbf !== undefined && now + LEEWAY < nbf) throw new CredentialError('service account token is not valid yet');
  if (iat !== undefined && now + LEEWAY < iat) {
    throw new CredentialError('service account token is issued in the future');
  }
}

function wrongAudiences(granted: readonly string[], wanted: readonly string[]): CredentialError {
  return new CredentialError(
    `token audiences ${formatTexts(granted)} is invalid for the target audiences ${formatTexts(wanted)}`,
  );
}

function formatTexts(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}
