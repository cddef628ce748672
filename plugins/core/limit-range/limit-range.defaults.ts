import { roundResourceAmounts } from '../pod/container.defaults.js';
import type { LimitRangeItem } from './limit-range.v1.js';

const AMOUNTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

/** Fills in what a container gets by default, and brings amounts into the precision the API keeps. */
export function defaultLimitRangeItem(item: LimitRangeItem): void {
  if (item.type === 'Container') deriveDefaults(item);
  for (const member of AMOUNTS) roundResourceAmounts(item[member]);
}

/** Derives `default` from `max`, and `defaultRequest` from both and `min`. */
function deriveDefaults(item: LimitRangeItem): void {
  item.default = { ...item.max, ...item.default };
  item.defaultRequest = { ...item.min, ...item.default, ...item.defaultRequest };
}
