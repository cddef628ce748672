import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';
import type { Pod } from './pod.v1.js';

/** The pod that is created or replaced; undefined when a write is about something else or about a part of a pod. */
export function podOf({ resource, subresource, object }: AdmissionAttributes): Pod | undefined {
  return resource.group === '' && resource.resource === 'pods' && subresource === '' ? (object as Pod) : undefined;
}
