import { type ResourceAmounts, roundResourceAmounts } from '../pod/shape/container.defaults.js';

const AMOUNTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

/** The members of a limit that have defaults. */
type DefaultedLimit = { type?: string } & { [M in (typeof AMOUNTS)[number]]?: ResourceAmounts };

/** Fills in what a container gets by default, and rounds amounts to the precision of the API. */
export function defaultLimitRangeItem(item: DefaultedLimit): void {
  if (item.type === 'Container') deriveDefaults(item);
  for (const member of AMOUNTS) roundResourceAmounts(item[member]);
}

/** Derives `default` from `max`, and `defaultRequest` from both and `min`. */
function deriveDefaults(item: DefaultedLimit): void {
  fillIn((item.default ??= {}), item.max);
  fillIn((item.defaultRequest ??= {}), item.default);
  fillIn(item.defaultRequest, item.min);
}

function fillIn(amounts: ResourceAmounts, others: ResourceAmounts = {}): void {
  for (const [name, amount] of Object.entries(others)) if (!Object.hasOwn(amounts, name)) amounts[name] = amount;
}
