import type { FieldError, FieldPath } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { type HorizontalPodAutoscalerBehavior, HPAScalingPolicy, HPAScalingRules } from './scaling-behavior.v2.js';

const checkRules = fieldChecker(HPAScalingRules);
const checkPolicy = fieldChecker(HPAScalingPolicy);

/** Checks how fast an autoscaler scales. */
export function validateBehavior(behavior: HorizontalPodAutoscalerBehavior | undefined, path: FieldPath): FieldError[] {
  return [
    ...rulesErrors(behavior?.scaleUp, path.child('scaleUp')),
    ...rulesErrors(behavior?.scaleDown, path.child('scaleDown')),
  ];
}

function rulesErrors(rules: HPAScalingRules | undefined, path: FieldPath): FieldError[] {
  if (!rules) return [];
  const place = path.child('policies');
  return [
    ...checkRules(rules, path, 'stabilizationWindowSeconds', 'selectPolicy', 'policies'),
    ...(rules.policies ?? []).flatMap((policy, at) => checkPolicy(policy, place.index(at))),
  ];
}
