const EXPIRATION_SECONDS = 3600;

/** A token lasts an hour unless asked otherwise. */
export function defaultTokenRequestSpec(spec: { expirationSeconds?: number }): void {
  spec.expirationSeconds ??= EXPIRATION_SECONDS;
}
