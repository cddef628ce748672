import type { ObjectMeta } from '../../../src/plugin-api/index.js';

/** Where v1 keeps the metrics it has no member for. */
export const METRICS = 'autoscaling.alpha.kubernetes.io/metrics';
/** Where v1 keeps what the metrics were last. */
export const CURRENT_METRICS = 'autoscaling.alpha.kubernetes.io/current-metrics';
/** Where v1 keeps the conditions. */
export const CONDITIONS = 'autoscaling.alpha.kubernetes.io/conditions';
/** Where v1 keeps how fast an autoscaler scales. */
export const BEHAVIOR = 'autoscaling.alpha.kubernetes.io/behavior';

/** The annotations in which v1 keeps what only later versions have members for. */
export const ROUND_TRIP_ANNOTATIONS: readonly string[] = [METRICS, CURRENT_METRICS, CONDITIONS, BEHAVIOR];

/** Returns metadata without these annotations; itself when it has none. */
export function withoutRoundTrip(metadata: ObjectMeta): ObjectMeta {
  const { annotations } = metadata;
  if (!annotations || !ROUND_TRIP_ANNOTATIONS.some((name) => Object.hasOwn(annotations, name))) return metadata;
  const kept = { ...annotations };
  for (const name of ROUND_TRIP_ANNOTATIONS) delete kept[name];
  return { ...metadata, annotations: Object.keys(kept).length > 0 ? kept : undefined };
}
