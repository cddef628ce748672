import type { LimitRangeItem } from './limit-range.v1.js';

/** Derives what a container gets by default from the limits: `default` from `max`, `defaultRequest` from both and `min`. */
export function defaultLimitRangeItem(item: LimitRangeItem): void {
  if (item.type !== 'Container') return;
  item.default = { ...item.max, ...item.default };
  item.defaultRequest = { ...item.min, ...item.default, ...item.defaultRequest };
}
