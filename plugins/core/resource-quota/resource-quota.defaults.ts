import { type ResourceAmounts, roundResourceAmounts } from '../pod/shape/container.defaults.js';

/** Brings limits into the precision the API keeps. */
export function defaultResourceQuotaSpec({ hard }: { hard?: ResourceAmounts }): void {
  roundResourceAmounts(hard);
}

/** The same for what is enforced and what is used. */
export function defaultResourceQuotaStatus({ hard, used }: { hard?: ResourceAmounts; used?: ResourceAmounts }): void {
  roundResourceAmounts(hard);
  roundResourceAmounts(used);
}
