import type { TokenRequestSpec } from './token-request.v1.js';

const EXPIRATION_SECONDS = 3600;

/** A token lasts an hour unless asked otherwise. */
export function defaultTokenRequestSpec(spec: TokenRequestSpec): void {
  spec.expirationSeconds ??= EXPIRATION_SECONDS;
}
