import { formatTime } from '../../plugin-api/index.js';
import type { Condition } from './types.js';

/** A condition without its times. */
export type ConditionState = Omit<Condition, 'lastTransitionTime' | 'lastUpdateTime'>;

/** Sets a condition in a list; its transition time moves when its status does. */
export function withCondition(
  before: readonly Condition[] = [],
  state: ConditionState,
  now: number,
): readonly Condition[] {
  const known = before.find(({ type }) => type === state.type);
  const isSame = known?.status === state.status && known.lastTransitionTime !== undefined;
  const lastTransitionTime = isSame ? known.lastTransitionTime : formatTime(new Date(now));
  const next: Condition = { ...state, lastTransitionTime };
  return known ? before.map((each) => (each === known ? next : each)) : [...before, next];
}

/** Reports whether a condition is True. */
export function isTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return (conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}

/** Reports whether two statuses say the same. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
