import { type AdmissionAttributes, StatusError, forbiddenResource } from '../../../src/plugin-api/index.js';
import { nameInRefusal } from '../matching/index.js';

/** A policy that could not be applied to a request, though its failures are not ignored. */
export interface MutationFailure {
  readonly policy: string;
  /** Undefined where the policy itself is at fault. */
  readonly binding: string | undefined;
  readonly message: string;
  /** As a Status names it. Undefined where a binding or policy cannot be applied to requests at all. */
  readonly reason?: 'Invalid';
}

/** Returns the error of a request to which policies could not be applied; there is at least one. */
export function denialOf(failures: readonly MutationFailure[], attributes: AdmissionAttributes): StatusError {
  const { status } = forbiddenResource(attributes.resource, nameInRefusal(attributes), '');
  const causes = failures.map((failure) => ({ message: textOf(failure) }));
  const [{ reason = 'Forbidden' }] = failures;
  const whole = { ...status, message: causes[0].message, reason, details: { ...status.details, causes } };
  return new StatusError(whole as typeof status);
}

function textOf({ policy, binding, message }: MutationFailure): string {
  return `policy '${policy}'${binding === undefined ? '' : ` with binding '${binding}'`} denied request: ${message}`;
}
