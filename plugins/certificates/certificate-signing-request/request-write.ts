import type { AdmittedResource } from '../../../src/plugin-api/index.js';

/** The resource of requests, as refusals name it. */
export const REQUESTS = { group: 'certificates.k8s.io', resource: 'certificatesigningrequests' };

/** Reports whether a write is one of a request through a subresource, or of the object itself where that is empty. */
export function isRequestWrite({ group, resource, subresource }: AdmittedResource, through: string): boolean {
  return resource === REQUESTS.resource && group === REQUESTS.group && subresource === through;
}
