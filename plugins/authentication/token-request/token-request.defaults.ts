const EXPIRATION_SECONDS = 3600;

/** Sets the lifetime of a token to an hour unless the request has another. */
export function defaultTokenRequestSpec(spec: { expirationSeconds?: number }): void {
  spec.expirationSeconds ??= EXPIRATION_SECONDS;
}
