import {
  FieldPath,
  required,
  validateNonNegative,
  validateObjectMetaUpdate,
  type FieldError,
} from '../../../src/plugin-api/index.js';
import { validateCounts, validateReplicaParts } from '../pod/replica-status.js';
import type { PodRules } from '../pod/validation/rules.js';
import { validateWorkloadTemplate } from '../pod/workload-template.js';
import type { ReplicationController, ReplicationControllerSpec } from './replication-controller.v1.js';

const SPEC = FieldPath.of('spec');

/** Checks the spec of a replication controller. */
export function validateReplicationControllerSpec(spec: ReplicationControllerSpec, rules: PodRules): FieldError[] {
  const selector = spec.selector ?? {};
  const template = SPEC.child('template');
  return [
    ...validateNonNegative(spec.minReadySeconds ?? 0, SPEC.child('minReadySeconds')),
    ...(Object.keys(selector).length === 0 ? [required(SPEC.child('selector'))] : []),
    ...validateNonNegative(spec.replicas ?? 0, SPEC.child('replicas')),
    ...(spec.template
      ? validateWorkloadTemplate({ template: spec.template, selector: { matchLabels: selector } }, template, {
          owner: 'ReplicationController',
          rules,
        })
      : [required(template)]),
  ];
}

/** Checks a change of a replication controller. */
export function validateReplicationControllerUpdate(
  controller: ReplicationController,
  old: ReplicationController,
  rules: PodRules,
): FieldError[] {
  const spec = validateReplicationControllerSpec(controller.spec ?? {}, rules);
  return [...spec, ...validateObjectMetaUpdate(controller.metadata, old.metadata), ...spec];
}

/** Checks a change of its status. */
export function validateReplicationControllerStatus(
  controller: ReplicationController,
  old: ReplicationController,
): FieldError[] {
  const status = controller.status ?? { replicas: 0 };
  const path = FieldPath.of('status');
  const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];
  return [
    ...validateObjectMetaUpdate(controller.metadata, old.metadata),
    ...validateCounts(status, path, ['replicas', ...parts, 'observedGeneration']),
    ...validateReplicaParts(status, path, { names: parts }),
  ];
}
