import { forbidden, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { validateAnnotations, validateLabels } from '../../../../src/plugin-api/built-in.js';
import type { PodTemplateSpec } from '../shape/pod.v1.js';
import { validatePodAnnotations, validateProfilesMatch } from './annotations.js';
import { validatePodSpec } from './pod-spec.js';
import type { PodRules } from './rules.js';

/** Checks the template of a workload's pods. */
export function validatePodTemplateSpec(
  template: PodTemplateSpec | undefined,
  path: FieldPath,
  rules: PodRules,
): FieldError[] {
  const spec = template?.spec ?? {};
  const { labels, annotations } = template?.metadata ?? {};
  const place = path.child('annotations');
  return [
    ...validateLabels(labels, path.child('labels')),
    ...validateAnnotations(annotations, place),
    ...validatePodAnnotations({ annotations, spec }, place, rules),
    ...validatePodSpec(spec, path.child('spec'), { rules }),
    ...validateProfilesMatch(annotations, spec, path.child('spec')),
    ...(spec.ephemeralContainers?.length
      ? [forbidden(path.child('spec', 'ephemeralContainers'), 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}
