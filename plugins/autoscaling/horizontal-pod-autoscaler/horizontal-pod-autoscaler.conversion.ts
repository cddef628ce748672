import { type ApiClass, type Conversion, type ObjectMeta } from '../../../src/plugin-api/index.js';
import { shapeOf } from '../../../src/plugin-api/built-in.js';
import { formatBehavior, parseBehavior } from './behavior-annotation.js';
import { cpuMetric, defaultMetrics } from './horizontal-pod-autoscaler.defaults.js';
import type * as v1 from './horizontal-pod-autoscaler.v1.js';
import type * as v2 from './horizontal-pod-autoscaler.v2.js';
import { metricFromV1, metricStatusFromV1, metricStatusToV1, metricToV1 } from './metric.conversion.js';
import { MetricSpec as MetricSpecV1 } from './metric-source.v1.js';
import type { MetricSpec } from './metric-source.v2.js';
import { HorizontalPodAutoscalerCondition as ConditionV1, MetricStatus as MetricStatusV1 } from './metric-status.v1.js';
import type { MetricStatus } from './metric-status.v2.js';
import { BEHAVIOR, CONDITIONS, CURRENT_METRICS, METRICS, withoutRoundTrip } from './round-trip-annotations.js';

/**
 * Between v1 and v2: v1 knows one metric, the use of CPU, and keeps the others, what they were, conditions and behavior in
 * annotations. Annotations that hold something else count as if they were not there.
 */
export const horizontalPodAutoscalerFromV1: Conversion<v1.HorizontalPodAutoscaler, v2.HorizontalPodAutoscaler> = {
  toHub({ metadata, spec, status, ...rest }) {
    const annotations = metadata.annotations ?? {};
    return {
      ...rest,
      metadata: withoutRoundTrip(metadata),
      spec: spec && specToHub(spec, annotations),
      status: status && statusToHub(status, annotations),
    };
  },

  fromHub({ metadata, spec, status, ...rest }) {
    return {
      ...rest,
      metadata: withRoundTrip(withoutRoundTrip(metadata), spec, status),
      spec: spec && specFromHub(spec),
      status: status && statusFromHub(status),
    };
  },
};

type Annotations = Readonly<Record<string, string>>;

function specToHub(
  { targetCPUUtilizationPercentage: target, ...same }: v1.HorizontalPodAutoscalerSpec,
  annotations: Annotations,
): v2.HorizontalPodAutoscalerSpec {
  const others = parseList<MetricSpecV1>(annotations[METRICS], MetricSpecV1).map(metricFromV1);
  const metrics = target === undefined ? others : [...others, cpuMetric(target)];
  const behavior = annotations[BEHAVIOR];
  return {
    ...same,
    metrics: metrics.length > 0 ? metrics : defaultMetrics(),
    behavior: behavior === undefined ? undefined : parseBehavior(behavior),
  };
}

function statusToHub(
  { currentCPUUtilizationPercentage: use, ...same }: v1.HorizontalPodAutoscalerStatus,
  annotations: Annotations,
): v2.HorizontalPodAutoscalerStatus {
  const metrics = parseList<MetricStatusV1>(annotations[CURRENT_METRICS], MetricStatusV1).map(metricStatusFromV1);
  if (metrics.length === 0 && use !== undefined) {
    metrics.push({ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: use } } });
  }
  const conditions = parseList<ConditionV1>(annotations[CONDITIONS], ConditionV1);
  return {
    ...same,
    currentMetrics: metrics.length > 0 ? metrics : null,
    conditions: conditions.length > 0 ? conditions : undefined,
  };
}

function specFromHub({
  metrics,
  behavior: _,
  ...same
}: v2.HorizontalPodAutoscalerSpec): v1.HorizontalPodAutoscalerSpec {
  const cpu = metrics?.find(isCpu);
  return { ...same, targetCPUUtilizationPercentage: cpu?.resource?.target?.averageUtilization };
}

function statusFromHub({
  currentMetrics,
  conditions: _,
  currentReplicas = 0,
  ...same
}: v2.HorizontalPodAutoscalerStatus): v1.HorizontalPodAutoscalerStatus {
  const uses = (currentMetrics ?? []).filter(isCpu).map(({ resource }) => resource?.current?.averageUtilization);
  return { ...same, currentReplicas, currentCPUUtilizationPercentage: uses.findLast((use) => use !== undefined) };
}

function isCpu({ type, resource }: MetricSpec | MetricStatus): boolean {
  return type === 'Resource' && resource?.name === 'cpu';
}

function withRoundTrip(
  metadata: ObjectMeta,
  spec: v2.HorizontalPodAutoscalerSpec | undefined,
  status: v2.HorizontalPodAutoscalerStatus | undefined,
): ObjectMeta {
  const others = spec?.metrics?.filter(
    (metric) => !isCpu(metric) || metric.resource?.target?.averageUtilization === undefined,
  );
  const added = {
    [METRICS]: formatList(others?.map(metricToV1), MetricSpecV1),
    [CURRENT_METRICS]: formatList(status?.currentMetrics?.map(metricStatusToV1), MetricStatusV1),
    [BEHAVIOR]: spec?.behavior && formatBehavior(spec.behavior),
    [CONDITIONS]: formatList(status?.conditions, ConditionV1),
  };
  const set = Object.entries(added).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (set.length === 0) return metadata;
  return { ...metadata, annotations: { ...metadata.annotations, ...Object.fromEntries(set) } };
}

/** A list as JSON the way Go writes it; undefined when there is nothing to write. */
function formatList(list: readonly object[] | null | undefined, type: ApiClass): string | undefined {
  if (!list || list.length === 0) return undefined;
  const shape = shapeOf(type);
  return escapeHtml(JSON.stringify(list.map((element) => shape.canonicalize(element))));
}

function escapeHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The elements of a list in JSON; none where it is no such list. */
function parseList<T>(json: string | undefined, type: ApiClass): T[] {
  if (json === undefined) return [];
  try {
    const list: unknown = JSON.parse(json);
    const shape = shapeOf(type);
    return Array.isArray(list) ? list.map((element) => shape.decode(element ?? {}) as T) : [];
  } catch {
    return [];
  }
}
