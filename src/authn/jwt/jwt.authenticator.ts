import type { Clock } from '../../observability/index.js';
import { type ClaimRules, ClaimError, type Claims } from '../claims/claim-rules.js';
import { CredentialError } from '../credential-error.js';
import type { TokenResult } from '../tokens/token-result.js';
import type { IssuerKeys } from './issuer-keys.js';

/** The dependencies for verifying the tokens of one issuer. */
export interface JwtSettings {
  readonly audiences: readonly string[];
  readonly rules: Pick<ClaimRules, 'userOf'>;
  readonly keys: Pick<IssuerKeys, 'find' | 'isReady'>;
  /** Algorithms that tokens may be signed by. */
  readonly algorithms: readonly string[];
  readonly clock: Clock;
}

/** Signatures by public keys, all of them. */
export const ALL_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'];

/** How far ahead the clock of an issuer may be, in seconds. */
const LEEWAY = 60;
/** Keys of an issuer that are tried on a token which names none. */
const MAX_TRIED_KEYS = 16;

/** Knows the tokens of one issuer: signed by it, in force, and for one of the audiences it was configured with. */
export class JwtAuthenticator {
  constructor(private readonly settings: JwtSettings) {}

  /** Returns the user of a token of this issuer, with the signed claims. Throws CredentialError. */
  async authenticate(token: string): Promise<Omit<TokenResult, 'audiences'>> {
    const { keys, rules, clock } = this.settings;
    if (!keys.isReady) throw new CredentialError('oidc: authenticator not initialized');
    const claims = await this.verify(token);
    const validUntil = this.checkTimes(claims, clock.now() / 1000) * 1000;
    this.checkAudience(claims);
    try {
      return { user: rules.userOf(claims), validUntil };
    } catch (error) {
      if (error instanceof ClaimError) throw new CredentialError(error.message);
      throw error;
    }
  }

  private async verify(token: string): Promise<Claims> {
    const { decodeProtectedHeader, compactVerify, errors } = await import('jose');
    const { keys, algorithms } = this.settings;
    try {
      // No extension is understood here, and one that changes what was signed has no place in a token (RFC 7797, 7).
      if (decodeProtectedHeader(token).crit !== undefined) throw new errors.JWSInvalid('crit is not supported');
      const options = { algorithms: [...algorithms] };
      const { payload } = await compactVerify(token, keys.find, options).catch(async (error: unknown) => {
        if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
        let tried = 0;
        for await (const key of error) {
          if (++tried > MAX_TRIED_KEYS) break;
          const verified = await compactVerify(token, key, options).catch(() => undefined);
          if (verified) return verified;
        }
        throw new errors.JWSSignatureVerificationFailed();
      });
      return JSON.parse(Buffer.from(payload).toString('utf8')) as Claims;
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError))
        throw error;
      throw new CredentialError(`oidc: verify token: failed to verify signature: ${error.message}`);
    }
  }

  /** When the token ends, in seconds. */
  private checkTimes({ exp, nbf }: Claims, now: number): number {
    if (typeof exp !== 'number' || !(exp >= now))
      throw new CredentialError('oidc: verify token: oidc: token is expired');
    if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= now + LEEWAY)) {
      throw new CredentialError('oidc: verify token: oidc: current time is before the nbf (not before) time');
    }
    return exp;
  }

  private checkAudience({ aud }: Claims): void {
    const given: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
    if (given.some((audience) => this.settings.audiences.includes(audience as string))) return;
    throw new CredentialError('oidc: verify token: oidc: the token is for none of the expected audiences');
  }
}
