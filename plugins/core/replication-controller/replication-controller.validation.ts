import { FieldPath, invalid, required, type FieldError } from '../../../src/plugin-api/index.js';
import {
  givenMap,
  goStringMap,
  validateNonNegative,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../src/plugin-api/internal.js';
import { validateCounts, validateReplicaParts } from '../pod/replica-status.js';
import type { PodTemplateSpec } from '../pod/shape/pod.v1.js';
import type { PodRules } from '../pod/validation/rules.js';
import { validatePodTemplateSpec } from '../pod/validation/pod-template.js';
import { NO_MATCH, validateLastingTemplate } from '../pod/workload-template.js';
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
      ? [
          ...labelErrors(spec.template, selector, template),
          ...validatePodTemplateSpec(spec.template, template, rules),
          ...validateLastingTemplate(spec.template, template, 'ReplicationController'),
        ]
      : [required(template)]),
  ];
}

/** Unlike a label selector, a plain one may hold what no label can be: it finds nothing then. */
function labelErrors(
  { metadata }: PodTemplateSpec,
  selector: Readonly<Record<string, string>>,
  path: FieldPath,
): FieldError[] {
  const labels = givenMap(metadata, 'labels');
  if (Object.entries(selector).every(([key, value]) => labels?.[key] === value)) return [];
  return [invalid(path.child('metadata', 'labels'), goStringMap(labels), NO_MATCH)];
}

/** Checks a change of a replication controller. */
export function validateReplicationControllerUpdate(
  controller: ReplicationController,
  old: ReplicationController,
  rules: PodRules,
): FieldError[] {
  const spec = validateReplicationControllerSpec(controller.spec ?? {}, rules);
  return [
    ...validateObjectMeta(controller.metadata, { namespaced: true }),
    ...spec,
    ...validateObjectMetaUpdate(controller.metadata, old.metadata),
    ...spec,
  ];
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
