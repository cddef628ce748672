import { roundResourceAmounts } from '../pod/container.defaults.js';
import type { ResourceQuotaSpec, ResourceQuotaStatus } from './resource-quota.v1.js';

/** Brings limits into the precision the API keeps. */
export function defaultResourceQuotaSpec({ hard }: ResourceQuotaSpec): void {
  roundResourceAmounts(hard);
}

/** The same for what is enforced and what is used. */
export function defaultResourceQuotaStatus({ hard, used }: ResourceQuotaStatus): void {
  roundResourceAmounts(hard);
  roundResourceAmounts(used);
}
