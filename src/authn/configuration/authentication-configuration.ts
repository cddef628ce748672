import type { ClaimConfig } from '../claims/claim-config.js';

/** The parsed file of `--authentication-config`, or the equivalent flags (upstream: AuthenticationConfiguration). */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JwtConfig[];
  /** Undefined where it is left to `--anonymous-auth`. */
  readonly anonymous?: AnonymousConfig;
}

/** An issuer of tokens, and who the bearers of its tokens are. */
export interface JwtConfig extends ClaimConfig {
  readonly issuer: IssuerConfig;
}

/** The issuer of tokens, the location of its discovery document, and the accepted audiences. */
export interface IssuerConfig {
  readonly url: string;
  /** Where the issuer is described, if that is not below its URL. */
  readonly discoveryURL: string;
  /** In PEM; empty for the authorities of the platform. */
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
}

/** True if requests without credentials are accepted, and for which paths; any without conditions. */
export interface AnonymousConfig {
  readonly enabled: boolean;
  readonly paths: readonly string[];
}
