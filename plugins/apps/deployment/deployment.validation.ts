import {
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
} from '../../../src/plugin-api/index.js';
import {
  goIntOrString,
  goLabelSelector,
  goNil,
  goStruct,
  validateNonNegative,
  validateObjectMetaUpdate,
} from '../../../src/plugin-api/internal.js';
import {
  matcherOf,
  validateCollisionCount,
  validateCounts,
  validateReplicaParts,
  validateWorkloadTemplate,
  type PodRules,
} from '../../core/index.js';
import { numberOf, validateAtMostAll, validatePositiveIntOrPercent } from '../int-or-percent.validation.js';
import { validateSameSelector, validateSelector, type WorkloadUpdateRules } from '../selector.validation.js';
import type { Deployment, DeploymentSpec, DeploymentStrategy, RollingUpdateDeployment } from './deployment.v1.js';
import { rollbackRevisionOf } from './rollback.js';

const SPEC = FieldPath.of('spec');
const SELECTOR = SPEC.child('selector');

/** Validates a deployment; all rules for selectors apply since deployments exist. */
export function validateDeployment(deployment: Deployment, rules: PodRules): FieldError[] {
  const spec = deployment.spec!;
  const rollback = rollbackRevisionOf(deployment) ?? 0;
  const template = SPEC.child('template');
  return [
    ...validateNonNegative(spec.replicas ?? 0, SPEC.child('replicas')),
    ...validateSelector(spec.selector, SELECTOR, 'deployment'),
    ...(matcherOf(spec.selector)
      ? validateWorkloadTemplate(spec, template, { owner: 'ReplicaSet', rules })
      : [invalid(SELECTOR, goLabelSelector(spec.selector), 'invalid label selector')]),
    ...strategyErrors(spec.strategy ?? {}, SPEC.child('strategy')),
    ...validateNonNegative(spec.minReadySeconds ?? 0, SPEC.child('minReadySeconds')),
    ...validateNonNegative(spec.revisionHistoryLimit ?? 0, SPEC.child('revisionHistoryLimit')),
    // The error names a former version's member, by a name it never had.
    ...validateNonNegative(rollback, SPEC.child('rollback', 'version')),
    ...deadlineErrors(spec, SPEC.child('progressDeadlineSeconds')),
  ];
}

function strategyErrors(strategy: DeploymentStrategy, path: FieldPath): FieldError[] {
  const { type = '', rollingUpdate } = strategy;
  const place = path.child('rollingUpdate');
  switch (type) {
    case 'Recreate':
      return rollingUpdate ? [forbidden(place, "may not be specified when strategy `type` is 'Recreate'")] : [];
    case 'RollingUpdate':
      return rollingUpdate
        ? rollingErrors(rollingUpdate, place)
        : [required(place, 'this should be defaulted and never be nil')];
    default: {
      const shown = goStruct('apps.DeploymentStrategy', {
        Type: type,
        RollingUpdate: goNil('*apps.RollingUpdateDeployment'),
      });
      return [notSupported(path, shown, ['Recreate', 'RollingUpdate'])];
    }
  }
}

function rollingErrors({ maxUnavailable, maxSurge }: RollingUpdateDeployment, path: FieldPath): FieldError[] {
  const place = path.child('maxUnavailable');
  const errors = [
    ...validatePositiveIntOrPercent(maxUnavailable, place),
    ...validatePositiveIntOrPercent(maxSurge, path.child('maxSurge')),
  ];
  if (numberOf(maxUnavailable) === 0 && numberOf(maxSurge) === 0) {
    errors.push(invalid(place, goIntOrString(maxUnavailable ?? 0), 'may not be 0 when `maxSurge` is 0'));
  }
  return [...errors, ...validateAtMostAll(maxUnavailable, place)];
}

function deadlineErrors(
  { progressDeadlineSeconds: deadline, minReadySeconds = 0 }: DeploymentSpec,
  path: FieldPath,
): FieldError[] {
  if (deadline === undefined) return [];
  const errors = validateNonNegative(deadline, path);
  return deadline > minReadySeconds
    ? errors
    : [...errors, invalid(path, deadline, 'must be greater than minReadySeconds')];
}

/** Checks a change of a deployment. */
export function validateDeploymentUpdate(
  deployment: Deployment,
  old: Deployment,
  rules: WorkloadUpdateRules,
): FieldError[] {
  return [
    ...validateObjectMetaUpdate(deployment.metadata, old.metadata),
    ...validateDeployment(deployment, rules),
    ...(rules.allowsNewSelector ? [] : validateSameSelector(deployment.spec?.selector, old.spec?.selector, SELECTOR)),
  ];
}

/** Checks a change of a deployment's status. */
export function validateDeploymentStatus(deployment: Deployment, old: Deployment): FieldError[] {
  const status = deployment.status ?? {};
  const path = FieldPath.of('status');
  const parts = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
  const counts = ['observedGeneration', 'replicas', ...parts, 'unavailableReplicas', 'collisionCount'];
  return [
    ...validateObjectMetaUpdate(deployment.metadata, old.metadata),
    ...validateCounts(status, path, counts),
    ...validateReplicaParts(status, path, { names: parts }),
    ...validateCollisionCount(status.collisionCount, old.status?.collisionCount, path),
  ];
}
