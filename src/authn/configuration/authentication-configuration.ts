import type { ClaimConfig } from '../claims/claim-config.js';

/** What a file of `--authentication-config` says, or flags in its place (upstream: AuthenticationConfiguration). */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JwtConfig[];
  /** Undefined where it is left to `--anonymous-auth`. */
  readonly anonymous?: AnonymousConfig;
}

/** An issuer of tokens, and who the bearers of its tokens are. */
export interface JwtConfig extends ClaimConfig {
  readonly issuer: IssuerConfig;
}

/** Who issues tokens, where that is described, and for whom tokens have to be. */
export interface IssuerConfig {
  readonly url: string;
  /** Where the issuer is described, if that is not below its URL. */
  readonly discoveryURL: string;
  /** In PEM; empty for the authorities of the platform. */
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
}

/** Whether requests without credentials are let through, and for which paths; any without conditions. */
export interface AnonymousConfig {
  readonly enabled: boolean;
  readonly paths: readonly string[];
}
