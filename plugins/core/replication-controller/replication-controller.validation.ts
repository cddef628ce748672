import { FieldPath, invalid, required, type FieldError } from '../../../src/plugin-api/index.js';
import {
  givenMap,
  goStringMap,
  validateObjectMeta,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { validateReplicaParts } from '../pod/replica-status.js';
import type { PodTemplateSpec } from '../pod/shape/pod.v1.js';
import type { PodRules } from '../pod/validation/rules.js';
import { validatePodTemplateSpec } from '../pod/validation/pod-template.js';
import { NO_MATCH, validateLastingTemplate } from '../pod/workload-template.js';
import {
  type ReplicationController,
  ReplicationControllerSpec,
  ReplicationControllerStatus,
} from './replication-controller.v1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(ReplicationControllerSpec);
const checkStatus = fieldChecker(ReplicationControllerStatus);

/** Checks the spec of a replication controller. */
export function validateReplicationControllerSpec(spec: ReplicationControllerSpec, rules: PodRules): FieldError[] {
  const selector = spec.selector ?? {};
  const template = SPEC.child('template');
  return [
    ...checkSpec(spec, SPEC, 'minReadySeconds'),
    ...(Object.keys(selector).length === 0 ? [required(SPEC.child('selector'))] : []),
    ...checkSpec(spec, SPEC, 'replicas', 'template'),
    ...(spec.template
      ? [
          ...labelErrors(spec.template, selector, template),
          ...validatePodTemplateSpec(spec.template, template, rules),
          ...validateLastingTemplate(spec.template, template, 'ReplicationController'),
        ]
      : []),
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
  const parts = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'] as const;
  return [
    ...validateObjectMetaUpdate(controller.metadata, old.metadata),
    ...checkStatus(status, path, 'replicas', ...parts, 'observedGeneration'),
    ...validateReplicaParts(status, path, { names: parts }),
  ];
}
