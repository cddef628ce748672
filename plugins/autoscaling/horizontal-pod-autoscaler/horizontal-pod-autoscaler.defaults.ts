import { givenList } from '../../../src/plugin-api/built-in.js';
import type { HorizontalPodAutoscalerBehavior, HPAScalingRules } from './scaling-behavior.v2.js';
import type { MetricSpec } from './metric-source.v2.js';

/** The members of an autoscaler in any version that have defaults. */
interface DefaultedAutoscaler {
  spec?: { minReplicas?: number };
}

/** Percent of the requested CPU that is aimed at where nothing is said. */
const CPU_UTILIZATION = 80;
const PERIOD_SECONDS = 15;

/** Fills in the fewest pods, which every version does alike. */
export function defaultMinReplicas(autoscaler: DefaultedAutoscaler): void {
  const spec = (autoscaler.spec ??= {});
  spec.minReplicas ??= 1;
}

/** Returns the metric of an average use of CPU, in percent of what is requested. */
export function cpuMetric(averageUtilization: number): MetricSpec {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } };
}

/** Returns the metrics of an autoscaler that names none. */
export function defaultMetrics(): MetricSpec[] {
  return [cpuMetric(CPU_UTILIZATION)];
}

/** Fills in what a behavior leaves open; policies are taken as they are where there are any, and where they are empty. */
export function defaultBehavior(behavior: HorizontalPodAutoscalerBehavior | undefined): void {
  if (!behavior) return;
  behavior.scaleUp = withDefaults(behavior.scaleUp, {
    selectPolicy: 'Max',
    policies: [
      { type: 'Pods', value: 4, periodSeconds: PERIOD_SECONDS },
      { type: 'Percent', value: 100, periodSeconds: PERIOD_SECONDS },
    ],
    stabilizationWindowSeconds: 0,
  });
  behavior.scaleDown = withDefaults(behavior.scaleDown, {
    selectPolicy: 'Max',
    policies: [{ type: 'Percent', value: 100, periodSeconds: PERIOD_SECONDS }],
  });
}

function withDefaults(rules: HPAScalingRules | undefined, usual: HPAScalingRules): HPAScalingRules {
  return {
    selectPolicy: rules?.selectPolicy ?? usual.selectPolicy,
    policies: rules && givenList(rules, 'policies') ? rules.policies : usual.policies,
    stabilizationWindowSeconds: rules?.stabilizationWindowSeconds ?? usual.stabilizationWindowSeconds,
  };
}
