import { listAt, textAt } from './value-at.js';

/** A condition in the status of an object. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly since: string;
}

/** Conditions that say that something is well, whose absence is trouble. */
const WELL_WHEN_TRUE =
  /^(Ready|Available|Progressing|Established|NamesAccepted|Initialized|ContainersReady|PodScheduled|Accepted|Programmed|ScalingActive|AbleToScale|DisruptionAllowed|ReconcileSuccess|Synced|Healthy)$/;
/** Conditions that name trouble. */
const TROUBLE_WHEN_TRUE =
  /(Pressure|Unavailable|Failure|Failed|Stalled|Degraded|Denied|NonStructuralSchema|Violations|Terminating)$/;

/** Returns the conditions of an object in the order of the server. */
export function conditionsOf(object: unknown): Condition[] {
  return listAt(object, 'status', 'conditions').map((each) => ({
    type: textAt(each, 'type'),
    status: textAt(each, 'status'),
    reason: textAt(each, 'reason'),
    message: textAt(each, 'message'),
    since: textAt(each, 'lastTransitionTime') || textAt(each, 'lastUpdateTime'),
  }));
}

/** Reports whether a condition is known to mean trouble; others are left to the reader. */
export function isTrouble({ type, status, reason }: Condition): boolean {
  if (reason === 'PodCompleted') return false;
  if (WELL_WHEN_TRUE.test(type)) return status !== 'True';
  return TROUBLE_WHEN_TRUE.test(type) && status === 'True';
}
