import { required, FieldPath, forbidden, invalid, type FieldError } from '../../../src/plugin-api/index.js';
import { hasRule, fieldChecker } from '../../../src/plugin-api/built-in.js';
import {
  type HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
} from './horizontal-pod-autoscaler.v2.js';
import { CrossVersionObjectReference, type MetricSpec } from './metric-source.v2.js';
import { validateMetricSpec } from './metric-source.validation.js';
import { validateBehavior } from './scaling-behavior.validation.js';

const SPEC = FieldPath.of('spec');
const METRICS = SPEC.child('metrics');
const TARGET = SPEC.child('scaleTargetRef');
const checkReference = fieldChecker(CrossVersionObjectReference);
const checkSpec = fieldChecker(HorizontalPodAutoscalerSpec);
const checkStatus = fieldChecker(HorizontalPodAutoscalerStatus);

/** Checks an autoscaler: its bounds, what it scales, by what, and how fast. */
export function validateHorizontalPodAutoscaler(
  { spec }: HorizontalPodAutoscaler,
  { minReplicasAtLeast, checksTarget }: { minReplicasAtLeast: number; checksTarget: boolean },
): FieldError[] {
  return [
    ...boundErrors(spec!, minReplicasAtLeast),
    ...checkReference(spec?.scaleTargetRef, TARGET),
    ...(checksTarget ? validateTargetVersion(spec?.scaleTargetRef) : []),
    ...metricErrors(spec?.metrics ?? [], spec?.minReplicas),
    ...validateBehavior(spec?.behavior, SPEC.child('behavior')),
  ];
}

/** Checks that an autoscaler names the group of what it scales, as of 1.34; replication controllers have none. */
export function validateTargetVersion({
  kind,
  apiVersion = '',
}: Partial<CrossVersionObjectReference> = {}): FieldError[] {
  if (!hasRule({ since: '1.34' })) return [];
  const path = TARGET.child('apiVersion');
  const parts = apiVersion.split('/');
  if (parts.length > 2) return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const isOfCore = kind === 'ReplicationController' && apiVersion === 'v1';
  return parts.length === 2 || isOfCore ? [] : [invalid(path, apiVersion, 'apiVersion must specify API group')];
}

/** Checks the status of an autoscaler: counts are not negative. */
export function validateHorizontalPodAutoscalerStatus({ status }: HorizontalPodAutoscaler): FieldError[] {
  return checkStatus(status, FieldPath.of('status'));
}

function boundErrors(spec: HorizontalPodAutoscalerSpec, lowest: number): FieldError[] {
  const { minReplicas, maxReplicas = 0 } = spec;
  const max = SPEC.child('maxReplicas');
  const errors: FieldError[] = [];
  if (minReplicas !== undefined && minReplicas < lowest) {
    errors.push(invalid(SPEC.child('minReplicas'), minReplicas, `must be greater than or equal to ${lowest}`));
  }
  errors.push(...(hasRule({ since: '1.36' }) ? largestErrors(maxReplicas, max) : checkSpec(spec, SPEC)));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(invalid(max, maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  return errors;
}

function largestErrors(maxReplicas: number, path: FieldPath): FieldError[] {
  if (maxReplicas === 0) return [required(path, 'must be set and greater than 0')];
  return maxReplicas < 0 ? [invalid(path, maxReplicas, 'must be greater than or equal to 1')] : [];
}

function metricErrors(metrics: readonly MetricSpec[], minReplicas: number | undefined): FieldError[] {
  const errors = metrics.flatMap((metric, at) => validateMetricSpec(metric, METRICS.index(at)));
  const canWake = metrics.some(({ type }) => type === 'Object' || type === 'External');
  if (minReplicas !== 0 || canWake) return errors;
  const why = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [...errors, forbidden(METRICS, why)];
}
