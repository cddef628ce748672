import { FieldPath, invalid, type FieldError } from '../../../src/plugin-api/index.js';
import {
  goLabelSelector,
  validateObjectMeta,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { matcherOf, validateReplicaParts, validateWorkloadTemplate, type PodRules } from '../../core/index.js';
import { validateSameSelector, validateSelector, type WorkloadUpdateRules } from '../selector.validation.js';
import { type ReplicaSet, ReplicaSetSpec, ReplicaSetStatus } from './replica-set.v1.js';

const SPEC = FieldPath.of('spec');
const SELECTOR = SPEC.child('selector');
const checkSpec = fieldChecker(ReplicaSetSpec);
const checkStatus = fieldChecker(ReplicaSetStatus);

/** Checks the spec of a replica set. */
export function validateReplicaSetSpec(spec: ReplicaSetSpec, rules: PodRules): FieldError[] {
  const template = SPEC.child('template');
  return [
    ...checkSpec(spec, SPEC),
    ...validateSelector(spec.selector, SELECTOR, 'deployment'),
    ...(matcherOf(spec.selector)
      ? validateWorkloadTemplate(spec, template, { owner: 'ReplicaSet', rules })
      : [invalid(SELECTOR, goLabelSelector(spec.selector), 'invalid label selector')]),
  ];
}

/** Checks a change of a replica set. */
export function validateReplicaSetUpdate(set: ReplicaSet, old: ReplicaSet, rules: WorkloadUpdateRules): FieldError[] {
  const spec = validateReplicaSetSpec(set.spec!, rules);
  return [
    ...validateObjectMeta(set.metadata, { namespaced: true }),
    ...spec,
    ...validateObjectMetaUpdate(set.metadata, old.metadata),
    ...spec,
    ...(rules.allowsNewSelector ? [] : validateSameSelector(set.spec?.selector, old.spec?.selector, SELECTOR)),
  ];
}

/** Checks a change of a replica set's status. */
export function validateReplicaSetStatus(set: ReplicaSet, old: ReplicaSet): FieldError[] {
  const status = set.status ?? { replicas: 0 };
  const path = FieldPath.of('status');
  const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'] as const;
  return [
    ...validateObjectMetaUpdate(set.metadata, old.metadata),
    ...checkStatus(status, path, 'replicas', ...parts, 'observedGeneration'),
    ...validateReplicaParts(status, path, { names: parts }),
  ];
}
