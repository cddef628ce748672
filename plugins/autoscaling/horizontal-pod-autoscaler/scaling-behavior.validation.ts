import { invalid, notSupported, required, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';
import type { HorizontalPodAutoscalerBehavior, HPAScalingPolicy, HPAScalingRules } from './scaling-behavior.v2.js';

const SELECT_POLICIES = ['Disabled', 'Max', 'Min'];
const POLICY_TYPES = ['Percent', 'Pods'];
const MAX_WINDOW_SECONDS = 3600;
const MAX_PERIOD_SECONDS = 1800;

/** Checks how fast an autoscaler scales. */
export function validateBehavior(behavior: HorizontalPodAutoscalerBehavior | undefined, path: FieldPath): FieldError[] {
  return [
    ...rulesErrors(behavior?.scaleUp, path.child('scaleUp')),
    ...rulesErrors(behavior?.scaleDown, path.child('scaleDown')),
  ];
}

function rulesErrors(rules: HPAScalingRules | undefined, path: FieldPath): FieldError[] {
  if (!rules) return [];
  const { selectPolicy, policies = [] } = rules;
  const errors = windowErrors(rules.stabilizationWindowSeconds, path.child('stabilizationWindowSeconds'));
  if (selectPolicy !== undefined && !SELECT_POLICIES.includes(selectPolicy)) {
    errors.push(notSupported(path.child('selectPolicy'), selectPolicy, SELECT_POLICIES));
  }
  const place = path.child('policies');
  if (policies.length === 0) errors.push(required(place, 'must specify at least one Policy'));
  return [...errors, ...policies.flatMap((policy, at) => policyErrors(policy, place.index(at)))];
}

function windowErrors(seconds: number | undefined, path: FieldPath): FieldError[] {
  if (seconds === undefined) return [];
  if (seconds < 0) return [invalid(path, seconds, 'must be greater than or equal to zero')];
  return atMost(seconds, MAX_WINDOW_SECONDS, path);
}

function policyErrors({ type = '', value = 0, periodSeconds = 0 }: HPAScalingPolicy, path: FieldPath): FieldError[] {
  return [
    ...(POLICY_TYPES.includes(type) ? [] : [notSupported(path.child('type'), type, POLICY_TYPES)]),
    ...aboveZero(value, path.child('value')),
    ...aboveZero(periodSeconds, path.child('periodSeconds')),
    ...atMost(periodSeconds, MAX_PERIOD_SECONDS, path.child('periodSeconds')),
  ];
}

function aboveZero(value: number, path: FieldPath): FieldError[] {
  return value > 0 ? [] : [invalid(path, value, 'must be greater than zero')];
}

function atMost(value: number, max: number, path: FieldPath): FieldError[] {
  return value <= max ? [] : [invalid(path, value, `must be less than or equal to ${max}`)];
}
