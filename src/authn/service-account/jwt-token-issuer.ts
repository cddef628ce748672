import { randomUUID } from 'node:crypto';
import type { Clock } from '../../observability/index.js';
import { ACCOUNT_CLAIM } from './claims.js';
import { signToken } from './json-web-token.js';
import { legacyClaims } from './legacy-claims.js';
import { TokenIssuer, type IssuedToken, type LegacyToken, type TokenOrder } from './token-issuer.js';
import { readSigningKey, type TokenKey } from './token-keys.js';

/** The dependencies for issuing tokens. */
export interface JwtTokenIssuerSettings {
  readonly issuer: string;
  /** The private key, in PEM. */
  readonly signingKey: string;
  readonly defaultAudiences: readonly string[];
  readonly maxExpirationSeconds: number;
  readonly extendsExpiration: boolean;
  readonly clock: Clock;
}

/** Issues signed tokens (RFC 7519) with the claims of Kubernetes. */
export class JwtTokenIssuer extends TokenIssuer {
  readonly defaultAudiences: readonly string[];
  readonly maxExpirationSeconds: number;
  readonly extendsExpiration: boolean;
  private readonly key: TokenKey;

  constructor(private readonly settings: JwtTokenIssuerSettings) {
    super();
    this.key = readSigningKey(settings.signingKey);
    this.defaultAudiences = settings.defaultAudiences;
    this.maxExpirationSeconds = settings.maxExpirationSeconds;
    this.extendsExpiration = settings.extendsExpiration;
  }

  async issue(order: TokenOrder): Promise<IssuedToken> {
    const now = Math.floor(this.settings.clock.now() / 1000);
    const exp = now + order.expirationSeconds;
    const jti = randomUUID();
    const payload = {
      aud: order.audiences.length > 0 ? order.audiences : this.defaultAudiences,
      exp,
      iat: now,
      iss: this.settings.issuer,
      jti,
      [ACCOUNT_CLAIM]: accountClaims(order, now),
      nbf: now,
      sub: `system:serviceaccount:${order.namespace}:${order.serviceAccount.name}`,
    };
    return { token: await signToken(payload, this.key), expiresAt: exp * 1000, id: jti };
  }

  issueLegacy(order: LegacyToken): Promise<string> {
    return signToken(legacyClaims(order), this.key);
  }
}

function accountClaims(order: TokenOrder, now: number): Record<string, unknown> {
  const { namespace, node, pod, secret, serviceAccount, warnAfterSeconds } = order;
  // Members that are undefined are left out of the token.
  return {
    namespace,
    node: identity(node),
    pod: identity(pod),
    secret: identity(secret),
    serviceaccount: identity(serviceAccount),
    warnafter: warnAfterSeconds === undefined ? undefined : now + warnAfterSeconds,
  };
}

/** Callers may pass whole objects; only these two belong into a token. */
function identity(object: { name: string; uid: string } | undefined): { name: string; uid: string } | undefined {
  return object && { name: object.name, uid: object.uid };
}
