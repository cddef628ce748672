import { type ResourceAmounts, roundResourceAmounts } from '../pod/shape/container.defaults.js';

/** Rounds limits to the precision of the API. */
export function defaultResourceQuotaSpec({ hard }: { hard?: ResourceAmounts }): void {
  roundResourceAmounts(hard);
}

/** Rounds the enforced limits and the usage in the same way. */
export function defaultResourceQuotaStatus({ hard, used }: { hard?: ResourceAmounts; used?: ResourceAmounts }): void {
  roundResourceAmounts(hard);
  roundResourceAmounts(used);
}
