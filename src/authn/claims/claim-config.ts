/** The part of an issuer's configuration that maps a token to a user (upstream: JWTAuthenticator). */
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

/** The mapping of an extra attribute. */
export interface ExtraMapping {
  readonly key: string;
  readonly valueExpression?: string;
}

/** A rule for the claims of a token. */
export interface ClaimValidationRule {
  readonly claim?: string;
  readonly requiredValue?: string;
  readonly expression?: string;
  readonly message?: string;
}

/** A rule for the user that claims were mapped to. */
export interface UserValidationRule {
  readonly expression?: string;
  readonly message?: string;
}
