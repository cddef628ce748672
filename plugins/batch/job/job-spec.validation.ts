import {
  invalid,
  notSupported,
  required,
  tooLong,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { givenMap, goStringMap, validateDomainPrefixedPath, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { matcherOf, validatePodTemplateSpec, type PodRules } from '../../core/index.js';
import { validateFailurePolicy, validateSuccessPolicy } from './job-policies.validation.js';
import { JobSpec } from './job.v1.js';

const MAX_INDEXED = 100_000;
const MANY_COMPLETIONS = 100_000;
const MAX_WITH_MANY_COMPLETIONS = 10_000;
const MANAGED_BY_MAX = 63;
const checkCounts = fieldChecker(JobSpec);
const PER_INDEX = ['backoffLimitPerIndex', 'maxFailedIndexes'] as const;

/** Checks the spec of a job. */
export function validateJobSpec(spec: JobSpec, path: FieldPath, rules: PodRules): FieldError[] {
  const { selector } = spec;
  const labels = givenMap(spec.template?.metadata, 'labels');
  const isFound = matcherOf(selector)?.matches(labels) ?? true;
  const place = path.child('template', 'metadata', 'labels');
  return [
    ...validateJobTemplateSpec(spec, path, rules),
    ...(selector ? validateLabelSelector(selector, path.child('selector')) : [required(path.child('selector'))]),
    ...(isFound ? [] : [invalid(place, goStringMap(labels), '`selector` does not match template `labels`')]),
  ];
}

/** Returns the rules that also hold for the template of a CronJob, which has no selector. */
export function validateJobTemplateSpec(spec: JobSpec, path: FieldPath, rules: PodRules): FieldError[] {
  const { maxFailedIndexes, backoffLimitPerIndex, podFailurePolicy, successPolicy } = spec;
  return [
    ...checkCounts(spec, path),
    ...(maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined
      ? [required(path.child('backoffLimitPerIndex'), 'when maxFailedIndexes is specified')]
      : []),
    ...managedByErrors(spec.managedBy, path.child('managedBy')),
    ...completionErrors(spec, path),
    ...(podFailurePolicy ? validateFailurePolicy(spec, path.child('podFailurePolicy')) : []),
    ...(successPolicy ? validateSuccessPolicy(spec, path.child('successPolicy')) : []),
    ...replacementErrors(spec, path.child('podReplacementPolicy')),
    ...validatePodTemplateSpec(spec.template, path.child('template'), rules),
    ...restartErrors(spec, path.child('template', 'spec', 'restartPolicy')),
  ];
}

function managedByErrors(name: string | undefined, path: FieldPath): FieldError[] {
  if (name === undefined) return [];
  const errors = validateDomainPrefixedPath(name, path);
  return Buffer.byteLength(name) > MANAGED_BY_MAX ? [...errors, tooLong(path, MANAGED_BY_MAX)] : errors;
}

function completionErrors(spec: JobSpec, path: FieldPath): FieldError[] {
  const mode = spec.completionMode;
  if (mode === 'Indexed') return indexedErrors(spec, path);
  if (mode !== undefined && mode !== 'NonIndexed') {
    return [notSupported(path.child('completionMode'), mode, ['NonIndexed', 'Indexed'])];
  }
  return PER_INDEX.filter((name) => spec[name] !== undefined).map((name) =>
    invalid(path.child(name), spec[name], 'requires indexed completion mode'),
  );
}

function indexedErrors(spec: JobSpec, path: FieldPath): FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes = 0 } = spec;
  const failed = path.child('maxFailedIndexes');
  const errors: FieldError[] = [];
  if (completions === undefined) errors.push(required(path.child('completions'), 'when completion mode is Indexed'));
  if (parallelism > MAX_INDEXED) {
    const text = `must be less than or equal to ${MAX_INDEXED} when completion mode is Indexed`;
    errors.push(invalid(path.child('parallelism'), parallelism, text));
  }
  if (completions !== undefined && maxFailedIndexes > completions) {
    errors.push(invalid(failed, maxFailedIndexes, 'must be less than or equal to completions'));
  }
  if (maxFailedIndexes > MAX_INDEXED) {
    errors.push(invalid(failed, maxFailedIndexes, `must be less than or equal to ${MAX_INDEXED}`));
  }
  const hasMany = (completions ?? 0) > MANY_COMPLETIONS && spec.backoffLimitPerIndex !== undefined;
  return hasMany ? [...errors, ...manyCompletionErrors(spec, path)] : errors;
}

function manyCompletionErrors(spec: JobSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.maxFailedIndexes === undefined) {
    const text = `must be specified when completions is above ${MANY_COMPLETIONS}`;
    errors.push(required(path.child('maxFailedIndexes'), text));
  }
  for (const name of ['parallelism', 'maxFailedIndexes'] as const) {
    const value = spec[name] ?? 0;
    if (value <= MAX_WITH_MANY_COMPLETIONS) continue;
    const reason = `when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
    errors.push(
      invalid(path.child(name), value, `must be less than or equal to ${MAX_WITH_MANY_COMPLETIONS} ${reason}`),
    );
  }
  return errors;
}

function replacementErrors({ podReplacementPolicy: policy, podFailurePolicy }: JobSpec, path: FieldPath): FieldError[] {
  if (policy === undefined) return [];
  const supported = podFailurePolicy ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
  return supported.includes(policy) ? [] : [notSupported(path, policy, supported)];
}

function restartErrors({ template, podFailurePolicy }: JobSpec, path: FieldPath): FieldError[] {
  const policy = template?.spec?.restartPolicy ?? '';
  if (policy === '' || policy === 'Always') return [required(path, 'valid values: "OnFailure", "Never"')];
  if (policy !== 'OnFailure' && policy !== 'Never') return [notSupported(path, policy, ['OnFailure', 'Never'])];
  if (!podFailurePolicy || policy === 'Never') return [];
  return [invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')];
}
