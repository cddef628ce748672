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
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import {
  matcherOf,
  validateCollisionCount,
  validateReplicaParts,
  validateWorkloadTemplate,
  type PodRules,
} from '../../core/index.js';
import { numberOf, validateAtMostAll, validatePositiveIntOrPercent } from '../int-or-percent.validation.js';
import { validateSameSelector, validateSelector, type WorkloadUpdateRules } from '../selector.validation.js';
import {
  type Deployment,
  DeploymentSpec,
  DeploymentStatus,
  type DeploymentStrategy,
  type RollingUpdateDeployment,
} from './deployment.v1.js';
import { rollbackRevisionOf } from './rollback.js';

const SPEC = FieldPath.of('spec');
const SELECTOR = SPEC.child('selector');
const checkSpec = fieldChecker(DeploymentSpec);
const checkStatus = fieldChecker(DeploymentStatus);

/** Validates a deployment; all rules for selectors apply since deployments exist. */
export function validateDeployment(deployment: Deployment, rules: PodRules): FieldError[] {
  const spec = deployment.spec!;
  const rollback = rollbackRevisionOf(deployment) ?? 0;
  const template = SPEC.child('template');
  return [
    ...checkSpec(spec, SPEC, 'replicas'),
    ...validateSelector(spec.selector, SELECTOR, 'deployment'),
    ...(matcherOf(spec.selector)
      ? validateWorkloadTemplate(spec, template, { owner: 'ReplicaSet', rules })
      : [invalid(SELECTOR, goLabelSelector(spec.selector), 'invalid label selector')]),
    ...strategyErrors(spec.strategy ?? {}, SPEC.child('strategy')),
    ...checkSpec(spec, SPEC, 'minReadySeconds', 'revisionHistoryLimit'),
    // The error names a former version's member, by a name it never had.
    ...validateNonNegative(rollback, SPEC.child('rollback', 'version')),
    ...checkSpec(spec, SPEC, 'progressDeadlineSeconds'),
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
  if (deadline === undefined || deadline > minReadySeconds) return [];
  return [invalid(path, deadline, 'must be greater than minReadySeconds')];
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
  const parts = ['updatedReplicas', 'readyReplicas', 'availableReplicas'] as const;
  return [
    ...validateObjectMetaUpdate(deployment.metadata, old.metadata),
    ...checkStatus(status, path, 'observedGeneration', 'replicas', ...parts, 'unavailableReplicas', 'collisionCount'),
    ...validateReplicaParts(status, path, { names: parts }),
    ...validateCollisionCount(status.collisionCount, old.status?.collisionCount, path),
  ];
}
