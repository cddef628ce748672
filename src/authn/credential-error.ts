import { StatusError, unauthorized } from '../apimachinery/index.js';

/**
 * A credential that is wrong. The faults never contain the credential: they are logged and shown by TokenReview.
 *
 * @public
 * @example
 * throw new CredentialError('the pass has expired');
 */
export class CredentialError extends Error {
  readonly faults: readonly string[];

  constructor(...faults: readonly string[]) {
    super(formatFaults(faults));
    this.name = 'CredentialError';
    this.faults = faults;
  }
}

/** The faults of a thrown value; rethrows what is no CredentialError. */
export function faultsOf(error: unknown): readonly string[] {
  if (error instanceof CredentialError) return error.faults;
  throw error;
}

/** Returns the 401 for invalid credentials; it reveals nothing about them. */
export function rejectCredentials(faults: readonly string[]): StatusError {
  const { status } = unauthorized();
  return new StatusError(status, { cause: new CredentialError(...faults) });
}

/**
 * Returns the reason for TokenReview why a token was rejected; undefined if the thrown value is not a rejection.
 *
 * @internal
 * @example
 * const reason = rejectionReason(error) ?? 'unknown';
 */
export function rejectionReason(error: unknown): string | undefined {
  const cause = error instanceof StatusError ? error.cause : error;
  return cause instanceof CredentialError ? cause.message : undefined;
}

/** One fault as it is, several as Go prints a list of errors; repeats are left out. */
function formatFaults(faults: readonly string[]): string {
  const unique = [...new Set(faults)];
  return unique.length === 1 ? unique[0] : `[${unique.join(', ')}]`;
}
