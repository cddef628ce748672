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

/** A wrong credential that is noted in audit events. */
export class AuditedCredentialError extends CredentialError {
  /** `auditAnnotations` by qualified names. */
  constructor(
    faults: readonly string[],
    readonly auditAnnotations: Readonly<Record<string, string>>,
  ) {
    super(...faults);
  }
}

/** Returns a thrown value that is a CredentialError; rethrows anything else. */
export function refusalOf(error: unknown): CredentialError {
  if (error instanceof CredentialError) return error;
  throw error;
}

/** Returns one error in place of several, with the faults and the audit annotations of all; `first` is a fault before theirs. */
export function joinRefusals(refusals: readonly CredentialError[], first?: string): CredentialError {
  const faults = refusals.flatMap((refusal) => refusal.faults);
  if (first !== undefined) faults.unshift(first);
  const audited = refusals.filter((refusal) => refusal instanceof AuditedCredentialError);
  if (audited.length === 0) return new CredentialError(...faults);
  return new AuditedCredentialError(faults, Object.assign({}, ...audited.map((refusal) => refusal.auditAnnotations)));
}

/** Returns the 401 for invalid credentials; it reveals nothing about them. */
export function rejectCredentials(refusals: readonly CredentialError[]): StatusError {
  const { status } = unauthorized();
  return new StatusError(status, { cause: joinRefusals(refusals) });
}

/** Returns the audit annotations of a 401; undefined if there are none. */
export function auditAnnotationsOf(error: unknown): Readonly<Record<string, string>> | undefined {
  const cause = error instanceof StatusError ? error.cause : error;
  return cause instanceof AuditedCredentialError ? cause.auditAnnotations : undefined;
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
