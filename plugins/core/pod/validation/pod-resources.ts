import { forbidden, invalid, notSupported, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { amountsOf, containersUsage } from '../../resource-name/resource-amounts.js';
import { POD_RESOURCES, isPodResource } from '../../resource-name/resource-name.js';
import { validateResourceName } from '../../resource-name/resource-name.validation.js';
import type { PodSpec } from '../shape/pod.v1.js';
import { validateResourceRequirements } from './resources.js';

/** Checks what a pod as a whole asks for, and that its containers fit in (upstream: validatePodResources). */
export function validatePodResources(spec: PodSpec, path: FieldPath): FieldError[] {
  const { resources } = spec;
  if (!resources) return [];
  const { claims, ...amounts } = resources;
  return [
    ...(claims?.length ? [forbidden(path.child('claims'), 'claims may not be set for Resources at pod-level')] : []),
    ...validateResourceRequirements(amounts, path, { checkName: podResourceName }),
    ...requestErrors(spec, path),
    ...limitErrors(spec, path),
  ];
}

function podResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (errors.length > 0 || isPodResource(name)) return errors;
  return [notSupported(path, name, POD_RESOURCES)];
}

function requestErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const ofPod = amountsOf(spec.resources?.requests);
  if (ofPod.size === 0) return [];
  const total = [...containersUsage(spec).requests].filter(([name]) => isPodResource(name)).sort();
  return total.flatMap(([name, needed]) => {
    const request = ofPod.get(name);
    if (request && request.compare(needed) >= 0) return [];
    const message = `must be greater than or equal to aggregate container requests of ${needed.toString()}`;
    return [invalid(path.child('requests').key(name), request?.toString() ?? '0', message)];
  });
}

function limitErrors(spec: PodSpec, path: FieldPath): FieldError[] {
  const ofPod = amountsOf(spec.resources?.limits);
  return (spec.containers ?? []).flatMap(({ resources }, i) =>
    [...amountsOf(resources?.limits)].sort().flatMap(([name, limit]) => {
      const most = ofPod.get(name);
      if (!most || limit.compare(most) <= 0) return [];
      const place = path.child('containers').index(i).key(name).child('limits');
      return [invalid(place, limit.toString(), `must be less than or equal to pod limits of ${most.toString()}`)];
    }),
  );
}
