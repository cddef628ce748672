import type { Clock } from '../../observability/index.js';
import { commonAudiences } from '../audiences.js';
import { TokenAuthenticator } from '../authenticator.js';
import { CredentialError } from '../credential-error.js';
import { CREDENTIAL_RESOURCES } from '../kinds.js';
import { isSameText } from '../tokens/same-text.js';
import type { SecretLookup } from '../tokens/secret-lookup.js';
import type { TokenResult } from '../tokens/token-result.js';
import { accountUser } from './account-user.js';
import { checkBindings } from './check-bindings.js';
import { isSignedBy, isTokenLike, readPayload } from './json-web-token.js';
import { LEGACY_ISSUER, readLegacyClaims } from './legacy-claims.js';
import type { CredentialObjectName, ServiceAccountLookup } from './service-account-lookup.js';
import type { LegacyToken } from './token-issuer.js';
import type { TokenKey } from './token-keys.js';
import type { TokenUses } from './token-uses.js';

/** The dependencies for verifying tokens stored in Secrets. */
export interface LegacyTokenSettings {
  readonly keys: readonly TokenKey[];
  /** The audiences of this server. */
  readonly audiences: readonly string[];
  readonly lookup: ServiceAccountLookup & SecretLookup;
  /** True if tokens have to be in their Secrets still (`--service-account-lookup`). */
  readonly looksUp: boolean;
  readonly uses: Pick<TokenUses, 'noteSecret'>;
  readonly clock: Clock;
}

/** The label that invalidates a token; set by the cleaner of unused tokens. */
const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since';

/**
 * Knows the tokens of service accounts that are kept in Secrets: signed by this cluster, equal to what the Secret holds
 * now, of an account that still exists (upstream: the legacy validator of service account tokens).
 */
export class LegacyTokenAuthenticator extends TokenAuthenticator {
  constructor(private readonly settings: LegacyTokenSettings) {
    super();
  }

  authenticateToken(token: string, wanted: readonly string[]): Promise<TokenResult | undefined> | undefined {
    return isTokenLike(token) ? this.checkToken(token, wanted) : undefined;
  }

  private async checkToken(token: string, wanted: readonly string[]): Promise<TokenResult | undefined> {
    const { keys, audiences: granted } = this.settings;
    const payload = await readPayload(token);
    if (payload?.iss !== LEGACY_ISSUER) return undefined;
    if (!(await isSignedBy(token, keys))) {
      throw new CredentialError('square/go-jose: error in cryptographic primitive');
    }
    const claims = readLegacyClaims(payload);
    if (!claims) throw new CredentialError('service account token claims could not be validated');
    const audiences = commonAudiences(wanted, granted);
    if (audiences.length === 0) return undefined;
    const dependsOn = this.settings.looksUp ? await this.check(claims, token) : undefined;
    this.settings.uses.noteSecret({ namespace: claims.namespace, name: claims.secret });
    const account = { namespace: claims.namespace, serviceaccount: claims.serviceAccount };
    const user = accountUser({ account });
    const auditAnnotations = { 'authentication.k8s.io/legacy-token': user.name };
    return { user, audiences, dependsOn, knownBy: 'service account token in a Secret', auditAnnotations };
  }

  /** Checks what the token depends on, and answers what that is. */
  private async check(claims: LegacyToken, token: string): Promise<CredentialObjectName[]> {
    const { lookup, clock } = this.settings;
    const { namespace, secret, serviceAccount } = claims;
    const name = { resource: CREDENTIAL_RESOURCES.secret, namespace, name: secret };
    const found = await lookup.findSecret(name);
    if (!found || found.isBeingDeleted) throw new CredentialError('service account token has been invalidated');
    const stored = Buffer.from(found.data?.token ?? '', 'base64').toString();
    if (!isSameText(stored, token)) throw new CredentialError("service account token does not match server's copy");
    if (found.labels?.[INVALID_SINCE]) throw new CredentialError(invalidText(claims));
    const bound = await checkBindings({ namespace, serviceaccount: serviceAccount }, lookup, clock.now());
    return [name, ...bound];
  }
}

function invalidText({ namespace, secret, serviceAccount }: LegacyToken): string {
  return (
    `the token in secret ${namespace}/${secret} for service account ${namespace}/${serviceAccount.name} has been marked ` +
    `invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${INVALID_SINCE}' ` +
    'label from the secret to temporarily allow use of this token'
  );
}
