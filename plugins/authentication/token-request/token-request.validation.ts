import { type FieldError, FieldPath, invalid } from '../../../src/plugin-api/index.js';
import type { TokenRequest } from './token-request.v1.js';

const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

/** Checks how long a token is asked for. */
export function validateTokenRequest({ spec }: TokenRequest): FieldError[] {
  const path = FieldPath.of('spec', 'expirationSeconds');
  const seconds = spec.expirationSeconds ?? 0;
  if (seconds < MIN_SECONDS) return [invalid(path, seconds, 'may not specify a duration less than 10 minutes')];
  if (seconds > MAX_SECONDS) return [invalid(path, seconds, 'may not specify a duration larger than 2^32 seconds')];
  return [];
}
