import {
  invalid,
  required,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
  type LabelSelector,
  type StrategyContext,
} from '../../src/plugin-api/index.js';
import { goLabelSelector, IMMUTABLE_MESSAGE } from '../../src/plugin-api/built-in.js';
import { isSameValue, templateRules, type PodRules, type PodTemplateSpec } from '../core/index.js';

/** Checks that there is a selector, that it is well-formed and that it does not select everything. */
export function validateSelector(
  selector: LabelSelector | null | undefined,
  path: FieldPath,
  owner: string,
): FieldError[] {
  if (!selector) return [required(path)];
  return [...validateLabelSelector(selector, path), ...validateNotEmpty(selector, path, owner)];
}

/** Checks that a selector, where there is one, does not select everything. */
export function validateNotEmpty(
  selector: LabelSelector | null | undefined,
  path: FieldPath,
  owner: string,
): FieldError[] {
  if (!selector || Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions ?? []).length > 0)
    return [];
  return [invalid(path, goLabelSelector(selector), `empty selector is invalid for ${owner}`)];
}

/** Checks that a selector has not changed. */
export function validateSameSelector(
  selector: LabelSelector | null | undefined,
  old: LabelSelector | null | undefined,
  path: FieldPath,
): FieldError[] {
  return isSameValue(selector, old) ? [] : [invalid(path, goLabelSelector(selector), IMMUTABLE_MESSAGE)];
}

/** The versions in which selectors could still be changed (upstream: the strategies' ValidateUpdate until 1.16). */
const CHANGEABLE_IN: ReadonlySet<string> = new Set(['extensions/v1beta1', 'apps/v1beta1']);

/** The rules for the update of a workload. */
export interface WorkloadUpdateRules extends PodRules {
  /** True if the client speaks a version in which the selector may be changed. */
  readonly allowsNewSelector: boolean;
}

/** Returns the rules for a change of a workload that has a template. */
export function workloadUpdateRules(context: StrategyContext, old: PodTemplateSpec | undefined): WorkloadUpdateRules {
  return { ...templateRules(context, old), allowsNewSelector: CHANGEABLE_IN.has(context.apiVersion ?? '') };
}

/** Reports whether a stored selector holds values that would be refused today. */
export function hasInvalidValues(selector: LabelSelector | null | undefined, path: FieldPath): boolean {
  return validateLabelSelector(selector, path).length > 0;
}
