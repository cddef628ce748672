import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  notSupported,
} from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { type Lease, LeaseSpec } from './lease.v1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(LeaseSpec);
/** The strategy that elects the candidate with the oldest emulation version. */
export const OLDEST_EMULATION_VERSION = 'OldestEmulationVersion';

const STRATEGIES = [OLDEST_EMULATION_VERSION];

/** Checks a lease: how long it lasts and how its holder is chosen. */
export function validateLease({ spec = {} }: Lease): FieldError[] {
  const { strategy, preferredHolder } = spec;
  const errors = checkSpec(spec, SPEC);
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
