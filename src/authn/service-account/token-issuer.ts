/** An object by name and uid. */
export interface ObjectIdentity {
  readonly name: string;
  readonly uid: string;
}

/**
 * The object a token is bound to besides its account; the token is invalid once the object is deleted.
 *
 * @internal
 * @example
 * const binding: TokenBinding = { pod: { name: 'pilot-0', uid: newUuid() } };
 */
export interface TokenBinding {
  readonly pod?: ObjectIdentity;
  readonly secret?: ObjectIdentity;
  /** The node itself, or the node the pod runs on. */
  readonly node?: ObjectIdentity;
}

/** The parameters of a new token. */
export interface TokenOrder extends TokenBinding {
  readonly namespace: string;
  readonly serviceAccount: ObjectIdentity;
  /** The audiences of the API server when empty. */
  readonly audiences: readonly string[];
  /** How long it is to be valid, in seconds. */
  readonly expirationSeconds: number;
  /**
   * When the client is to fetch a new one, in seconds from now, while the token itself stays valid longer; for clients
   * that read their token once.
   */
  readonly warnAfterSeconds?: number;
}

/** The claims of a token stored in a Secret: it has no audience and no expiry. */
export interface LegacyToken {
  readonly namespace: string;
  /** The name of the Secret. */
  readonly secret: string;
  readonly serviceAccount: ObjectIdentity;
}

/** A token and when it ends. */
export interface IssuedToken {
  readonly token: string;
  /** In milliseconds since 1970, whole seconds. */
  readonly expiresAt: number;
  /** Identifies the token in logs and audit events. */
  readonly id: string;
}

/**
 * Issues tokens that stand for service accounts (upstream: serviceaccount.TokenGenerator).
 *
 * @internal
 * @example
 * class Passes { constructor(@Inject(TokenIssuer) readonly issuer: TokenIssuer) {} }
 */
export abstract class TokenIssuer {
  /** The audiences of a token that asks for none. */
  abstract readonly defaultAudiences: readonly string[];
  /** The longest validity that is granted, in seconds; 0 is no limit. */
  abstract readonly maxExpirationSeconds: number;
  /** True if tokens that pods get injected are valid for longer than asked for. */
  abstract readonly extendsExpiration: boolean;

  /** Issues a token. The caller has checked that the account and the bound object exist. */
  abstract issue(order: TokenOrder): Promise<IssuedToken>;

  /** Issues a token that is to be kept in a Secret, without an audience and without an end. */
  abstract issueLegacy(order: LegacyToken): Promise<string>;
}
