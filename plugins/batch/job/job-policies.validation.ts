import {
  duplicate,
  invalid,
  isQualifiedName,
  required,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { goSlice, invalidUnshown, repeatFinder, tooMany, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { containerNames } from '../../core/index.js';
import { goSuccessPolicy } from './shown-policies.js';
import { countIndexes } from './index-ranges.js';
import {
  type JobSpec,
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
  SuccessPolicy,
  SuccessPolicyRule,
} from './job.v1.js';

const MAX_EXIT_CODES = 255;
const checkFailurePolicy = fieldChecker(PodFailurePolicy);
const checkFailureRule = fieldChecker(PodFailurePolicyRule);
const checkExitCodes = fieldChecker(PodFailurePolicyOnExitCodesRequirement);
const checkCondition = fieldChecker(PodFailurePolicyOnPodConditionsPattern);
const checkSuccessPolicy = fieldChecker(SuccessPolicy);
const checkSuccessRule = fieldChecker(SuccessPolicyRule);

/** Checks what failures of pods mean to a job. */
export function validateFailurePolicy(spec: JobSpec, path: FieldPath): FieldError[] {
  const rules = spec.podFailurePolicy?.rules ?? [];
  return [...checkFailurePolicy(spec.podFailurePolicy, path), ...failureRulesErrors(spec, rules, path.child('rules'))];
}

function failureRulesErrors(spec: JobSpec, rules: readonly PodFailurePolicyRule[], path: FieldPath): FieldError[] {
  const surroundings = { spec, containers: containerNames(spec.template.spec ?? {}) };
  return rules.flatMap((rule, i) => failureRuleErrors(surroundings, rule, path.index(i)));
}

/** The context of a failure rule. */
interface RuleSurroundings {
  readonly spec: JobSpec;
  /** Names of the containers in the pod template. */
  readonly containers: ReadonlySet<string>;
}

function failureRuleErrors(
  { spec, containers }: RuleSurroundings,
  rule: PodFailurePolicyRule,
  path: FieldPath,
): FieldError[] {
  const { onExitCodes, onPodConditions = [] } = rule;
  const errors = actionErrors(spec, rule, path);
  if (onExitCodes) errors.push(...exitCodeErrors(containers, onExitCodes, path.child('onExitCodes')));
  errors.push(...checkFailureRule(rule, path, 'onPodConditions'));
  errors.push(...conditionErrors(onPodConditions, path.child('onPodConditions')));
  if (onExitCodes && onPodConditions.length > 0) {
    errors.push(invalidUnshown(path, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  }
  if (!onExitCodes && onPodConditions.length === 0) {
    errors.push(invalidUnshown(path, 'specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

function actionErrors(spec: JobSpec, rule: PodFailurePolicyRule, path: FieldPath): FieldError[] {
  const { action } = rule;
  if (action !== 'FailIndex' || spec.backoffLimitPerIndex !== undefined) return checkFailureRule(rule, path, 'action');
  return [invalid(path.child('action'), action, 'requires the backoffLimitPerIndex to be set')];
}

function exitCodeErrors(
  containers: ReadonlySet<string>,
  requirement: PodFailurePolicyOnExitCodesRequirement,
  path: FieldPath,
): FieldError[] {
  const { operator, containerName, values: given } = requirement;
  const values = given ?? [];
  const errors = checkExitCodes(requirement, path);
  if (containerName !== undefined && !containers.has(containerName)) {
    const text = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(path.child('containerName'), containerName, text));
  }
  const place = path.child('values');
  if (values.length === 0) errors.push(invalid(place, goSlice('int32', given), 'at least one value is required'));
  if (values.length > MAX_EXIT_CODES) errors.push(tooMany(place, values.length, MAX_EXIT_CODES));
  errors.push(...exitValueErrors(operator, values, place));
  const isOrdered = values.every((value, i) => i === 0 || values[i - 1] <= value);
  return isOrdered ? errors : [...errors, invalid(place, goSlice('int32', values), 'must be ordered')];
}

function exitValueErrors(operator: string, values: readonly number[], path: FieldPath): FieldError[] {
  const isRepeat = repeatFinder<number>();
  return values.flatMap((value, i) => {
    const errors: FieldError[] = [];
    if (operator === 'In' && value === 0) errors.push(invalid(path.index(i), 0, 'must not be 0 for the In operator'));
    if (isRepeat(value)) errors.push(duplicate(path.index(i), value));
    return errors;
  });
}

function conditionErrors(patterns: readonly PodFailurePolicyOnPodConditionsPattern[], path: FieldPath): FieldError[] {
  return patterns.flatMap((pattern, i) => [
    ...isQualifiedName(pattern.type).map((message) => invalid(path.index(i).child('type'), pattern.type, message)),
    ...checkCondition(pattern, path.index(i)),
  ]);
}

/** Checks when a job counts as successful before all its pods are. */
export function validateSuccessPolicy(spec: JobSpec, path: FieldPath): FieldError[] {
  const rules = spec.successPolicy!.rules ?? [];
  if (spec.completionMode !== 'Indexed') {
    return [invalid(path, goSuccessPolicy(spec.successPolicy!), 'requires indexed completion mode')];
  }
  const place = path.child('rules');
  const errors = checkSuccessPolicy(spec.successPolicy, path);
  return [...errors, ...rules.flatMap((rule, i) => successRuleErrors(rule, spec.completions ?? 0, place.index(i)))];
}

function successRuleErrors(rule: SuccessPolicyRule, completions: number, path: FieldPath): FieldError[] {
  const { succeededCount, succeededIndexes } = rule;
  const errors: FieldError[] = [];
  if (succeededCount === undefined && succeededIndexes === undefined) {
    errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
  }
  const place = path.child('succeededIndexes');
  errors.push(...checkSuccessRule(rule, path, 'succeededIndexes'));
  const { fault, total } = indexListFault(succeededIndexes ?? '', completions, 'succeededIndexes');
  if (fault) errors.push(invalid(place, succeededIndexes, fault));
  if (succeededCount === undefined) return errors;
  const bounds = { completions, listed: succeededIndexes === undefined ? undefined : total };
  errors.push(...checkSuccessRule(rule, path, 'succeededCount'));
  return [...errors, ...succeededCountErrors(succeededCount, bounds, path.child('succeededCount'))];
}

/** Reads a list of indexes; the fault is worded for errors about the field `name`. */
export function indexListFault(text: string, completions: number, name: string): { fault?: string; total: number } {
  try {
    return { total: countIndexes(text, completions) };
  } catch (error) {
    return { fault: `error parsing ${name}: ${(error as Error).message}`, total: 0 };
  }
}

/** The upper limits of a count of successful pods. */
interface CountBounds {
  readonly completions: number;
  /** The number of indexes the rule lists; undefined when it lists none. */
  readonly listed: number | undefined;
}

function succeededCountErrors(count: number, { completions, listed }: CountBounds, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const atMost = (limit: number, what: string): void => {
    errors.push(invalid(path, count, `must be less than or equal to ${limit} (the number of ${what})`));
  };
  if (count > completions) atMost(completions, 'specified completions');
  if (listed !== undefined && count > listed) atMost(listed, 'indexes in the specified succeededIndexes field');
  return errors;
}
