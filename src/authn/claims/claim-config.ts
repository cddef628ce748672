/** What of an issuer's configuration says who the bearer of a token is (upstream: JWTAuthenticator). */
export interface ClaimConfig {
  readonly claimMappings: ClaimMappings;
  readonly claimValidationRules?: readonly ClaimValidationRule[];
  readonly userValidationRules?: readonly UserValidationRule[];
}

/** Where the parts of a user are taken from. */
export interface ClaimMappings {
  readonly username: PrefixedClaim;
  readonly groups?: PrefixedClaim;
  readonly uid?: ClaimSource;
  readonly extra?: readonly ExtraMapping[];
}

/** A claim, or an expression in its place. */
export interface ClaimSource {
  readonly claim?: string;
  readonly expression?: string;
}

/** A claim with what is put in front of it, or an expression in its place. */
export interface PrefixedClaim extends ClaimSource {
  readonly prefix?: string;
}

/** Something more that is told about a user. */
export interface ExtraMapping {
  readonly key: string;
  readonly valueExpression?: string;
}

/** What has to hold for the claims of a token. */
export interface ClaimValidationRule {
  readonly claim?: string;
  readonly requiredValue?: string;
  readonly expression?: string;
  readonly message?: string;
}

/** What has to hold for the user that claims were mapped to. */
export interface UserValidationRule {
  readonly expression?: string;
  readonly message?: string;
}
