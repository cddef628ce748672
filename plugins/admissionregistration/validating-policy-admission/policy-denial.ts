import { type AdmissionAttributes, StatusError, forbiddenResource } from '../../../src/plugin-api/index.js';
import { nameInRefusal } from '../matching/index.js';

/** A policy that refuses a request, through one of its bindings. */
export interface PolicyDenial {
  readonly policy: string;
  /** Undefined where the policy itself is at fault. */
  readonly binding: string | undefined;
  readonly message: string;
  /** As a Status names it. */
  readonly reason: string;
}

/** Codes of the reasons that validations may give. */
const CODES: Readonly<Record<string, number>> = { Forbidden: 403, RequestEntityTooLarge: 413 };
const INVALID = 422;

/** Returns the error of a request that a policy refuses. */
export function denialBy(
  { policy, binding, message, reason }: PolicyDenial,
  attributes: AdmissionAttributes,
): StatusError {
  const by = `ValidatingAdmissionPolicy '${policy}'${binding === undefined ? '' : ` with binding '${binding}'`}`;
  const text = `${by} denied request: ${message}`;
  const { status } = forbiddenResource(attributes.resource, nameInRefusal(attributes), text);
  const details = { ...status.details, causes: [{ message: text }] };
  const whole = { ...status, reason, code: CODES[reason] ?? INVALID, details };
  return new StatusError(whole as typeof status);
}
