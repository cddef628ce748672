import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';

/** The resource of requests, as refusals name it. */
export const REQUESTS = { group: 'certificates.k8s.io', resource: 'certificatesigningrequests' };

/** Whether a write is one of a request, through a certain subresource; the object itself when empty. */
export function isRequestWrite({ resource, subresource }: AdmissionAttributes, through: string): boolean {
  return resource.resource === REQUESTS.resource && resource.group === REQUESTS.group && subresource === through;
}
