import {
  FieldPath,
  invalid,
  notSupported,
  required,
  validateLabelSelector,
  type FieldError,
} from '../../../src/plugin-api/index.js';
import {
  hasRule,
  goIntOrString,
  goNil,
  goStruct,
  validateObjectMeta,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import {
  validateCollisionCount,
  validateLastingTemplate,
  validatePodTemplateSpec,
  validateTemplateLabels,
  type PodRules,
} from '../../core/index.js';
import { numberOf, validateAtMostAll, validatePositiveIntOrPercent } from '../int-or-percent.validation.js';
import {
  hasInvalidValues,
  validateNotEmpty,
  validateSameSelector,
  type WorkloadUpdateRules,
} from '../selector.validation.js';
import {
  type DaemonSet,
  DaemonSetSpec,
  DaemonSetStatus,
  type DaemonSetUpdateStrategy,
  type RollingUpdateDaemonSet,
} from './daemon-set.v1.js';

const SPEC = FieldPath.of('spec');
const SELECTOR = SPEC.child('selector');
const checkSpec = fieldChecker(DaemonSetSpec);
const checkStatus = fieldChecker(DaemonSetStatus);

/** Checks the spec of a daemon set; faults in the selector of `old` are tolerated. */
export function validateDaemonSetSpec(spec: DaemonSetSpec, rules: PodRules, old?: DaemonSetSpec): FieldError[] {
  const allowInvalidValues = old !== undefined && hasInvalidValues(old.selector, SELECTOR);
  const template = SPEC.child('template');
  return [
    ...validateLabelSelector(spec.selector, SELECTOR, { allowInvalidValues }),
    ...validateTemplateLabels(spec.template, spec.selector, template),
    ...validateNotEmpty(spec.selector, SELECTOR, 'daemonset'),
    ...validatePodTemplateSpec(spec.template, template, rules),
    ...validateLastingTemplate(spec.template, template, 'DaemonSet'),
    ...checkSpec(spec, SPEC, 'minReadySeconds'),
    ...strategyErrors(spec.updateStrategy ?? {}, SPEC.child('updateStrategy')),
    ...checkSpec(spec, SPEC, 'revisionHistoryLimit'),
  ];
}

function strategyErrors({ type = '', rollingUpdate }: DaemonSetUpdateStrategy, path: FieldPath): FieldError[] {
  if (type === 'OnDelete') return [];
  const place = path.child('rollingUpdate');
  if (type === 'RollingUpdate') return rollingUpdate ? rollingErrors(rollingUpdate, place) : [required(place)];
  const shown = goStruct('apps.DaemonSetUpdateStrategy', {
    Type: type,
    RollingUpdate: goNil('*apps.RollingUpdateDaemonSet'),
  });
  return [notSupported(path, shown, ['RollingUpdate', 'OnDelete'])];
}

function rollingErrors({ maxUnavailable, maxSurge }: RollingUpdateDaemonSet, path: FieldPath): FieldError[] {
  const [unavailable, surge] = [path.child('maxUnavailable'), path.child('maxSurge')];
  const errors = [
    ...validatePositiveIntOrPercent(maxUnavailable, unavailable),
    ...validatePositiveIntOrPercent(maxSurge, surge),
    ...validateAtMostAll(maxUnavailable, unavailable),
    ...validateAtMostAll(maxSurge, surge),
  ];
  const [hasUnavailable, hasSurge] = [numberOf(maxUnavailable) !== 0, numberOf(maxSurge) !== 0];
  if (hasUnavailable && hasSurge) {
    errors.push(invalid(surge, goIntOrString(maxSurge!), 'may not be set when maxUnavailable is non-zero'));
  }
  if (!hasUnavailable && !hasSurge) errors.push(required(unavailable, 'cannot be 0 when maxSurge is 0'));
  return errors;
}

/** Checks a change of a daemon set. */
export function validateDaemonSetUpdate(set: DaemonSet, old: DaemonSet, rules: WorkloadUpdateRules): FieldError[] {
  const spec = validateDaemonSetSpec(set.spec!, rules, old.spec);
  const selector = rules.allowsNewSelector
    ? []
    : validateSameSelector(set.spec?.selector, old.spec?.selector, SELECTOR);
  const metadata = validateObjectMeta(set.metadata, { namespaced: true });
  const change = validateObjectMetaUpdate(set.metadata, old.metadata);
  return hasRule({ since: '1.34' })
    ? [...metadata, ...change, ...selector, ...spec]
    : [...metadata, ...spec, ...change, ...spec, ...selector];
}

/** Checks a change of a daemon set's status. */
export function validateDaemonSetStatus(set: DaemonSet, old: DaemonSet): FieldError[] {
  const path = FieldPath.of('status');
  return [
    ...validateObjectMetaUpdate(set.metadata, old.metadata),
    ...checkStatus(set.status, path),
    ...validateCollisionCount(set.status?.collisionCount, old.status?.collisionCount, path),
  ];
}
