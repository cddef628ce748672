import { type AdmissionAttributes, type AdmittedResource } from '../../../../src/plugin-api/index.js';
import { isObjectOf } from '../../../../src/plugin-api/built-in.js';
import type { Pod } from '../shape/pod.v1.js';

const PODS = { group: '', resource: 'pods' };

/** Reports whether a write is one of a whole pod. */
export function isPodWrite(resource: AdmittedResource): boolean {
  return isObjectOf(resource, PODS);
}

/** Returns the pod that is created or replaced; undefined when a write is about something else or about a part of a pod. */
export function podOf({ resource, subresource, object }: AdmissionAttributes): Pod | undefined {
  return resource.group === '' && resource.resource === 'pods' && subresource === '' ? (object as Pod) : undefined;
}
