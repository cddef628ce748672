import type { Strategy, StrategyContext } from '../../../src/plugin-api/index.js';
import type { Lease } from './lease.v1.js';
import { validateLease } from './lease.validation.js';

const GATE = 'CoordinatedLeaderElection';

/** The rules of leases. */
export const leaseStrategy: Strategy<Lease> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: (lease, context) => dropDisabledFields(lease, undefined, context),
  prepareForUpdate: dropDisabledFields,
  validate: validateLease,
  validateUpdate: validateLease,
};

function dropDisabledFields({ spec }: Lease, old: Lease | undefined, { isEnabled }: StrategyContext): void {
  const isUsed = old?.spec?.strategy !== undefined || old?.spec?.preferredHolder !== undefined;
  if (!spec || isUsed || isEnabled(GATE)) return;
  delete spec.strategy;
  delete spec.preferredHolder;
}
