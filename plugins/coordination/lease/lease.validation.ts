import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  notSupported,
} from '../../../src/plugin-api/index.js';
import { NEGATIVE_MESSAGE } from '../../../src/plugin-api/internal.js';
import type { Lease } from './lease.v1.js';

const SPEC = FieldPath.of('spec');
/** The strategy that elects the candidate with the oldest emulation version. */
export const OLDEST_EMULATION_VERSION = 'OldestEmulationVersion';

const STRATEGIES = [OLDEST_EMULATION_VERSION];

/** Checks a lease: how long it lasts and how its holder is chosen. */
export function validateLease({ spec = {} }: Lease): FieldError[] {
  const { leaseDurationSeconds: seconds, leaseTransitions: transitions, strategy, preferredHolder } = spec;
  const errors: FieldError[] = [];
  if (seconds !== undefined && seconds <= 0) {
    errors.push(invalid(SPEC.child('leaseDurationSeconds'), seconds, 'must be greater than 0'));
  }
  if (transitions !== undefined && transitions < 0) {
    errors.push(invalid(SPEC.child('leaseTransitions'), transitions, NEGATIVE_MESSAGE));
  }
  if (strategy !== undefined) errors.push(...validateLeaseStrategy(strategy, SPEC.child('strategy')));
  if (preferredHolder && !strategy) {
    errors.push(forbidden(SPEC.child('preferredHolder'), 'may only be specified when `strategy` is defined'));
  }
  return errors;
}

/** Checks how a leader is picked: a well-known strategy, or one with a domain. */
export function validateLeaseStrategy(strategy: string, path: FieldPath): FieldError[] {
  if (strategy.includes('/')) return isQualifiedName(strategy).map((message) => invalid(path, strategy, message));
  return STRATEGIES.includes(strategy) ? [] : [notSupported(path, strategy, STRATEGIES)];
}
