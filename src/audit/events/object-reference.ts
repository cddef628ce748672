import { stringifyJson } from '../../codecs/index.js';
import type { RequestInfo } from '../../request/index.js';

/** The members of a reference; undefined ones are left out. */
export interface ReferenceMembers {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** The object that a request is about; written once for all stages that name the same. */
export class ObjectReference {
  readonly json: string;

  constructor(readonly members: ReferenceMembers) {
    this.json = stringifyJson(members);
  }
}

/** The identity of an object that was sent. */
export type ObjectIdentity = Pick<ReferenceMembers, 'name' | 'namespace' | 'uid' | 'resourceVersion'>;

/** The identity where no object was sent. */
export const NO_IDENTITY: ObjectIdentity = {};

/** Returns the object that a path names, completed by the object that was sent. */
export function referenceOf(info: RequestInfo, identity: ObjectIdentity): ObjectReference {
  return new ObjectReference({
    resource: info.resource || undefined,
    namespace: info.namespace || identity.namespace || undefined,
    name: info.name || identity.name || undefined,
    uid: identity.uid || undefined,
    apiGroup: info.group || undefined,
    apiVersion: info.version || undefined,
    resourceVersion: identity.resourceVersion || undefined,
    subresource: info.subresource || undefined,
  });
}
