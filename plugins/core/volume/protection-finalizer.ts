import type { ApiObject } from '../../../src/plugin-api/index.js';

/** Holds a volume that is bound to a claim. */
export const PV_PROTECTION = 'kubernetes.io/pv-protection';

/** Holds a claim that a pod uses. */
export const PVC_PROTECTION = 'kubernetes.io/pvc-protection';

/** Reports whether an object is being deleted and a finalizer holds it. */
export function isHeldBy(finalizer: string, { metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(finalizer);
}

/** Takes a finalizer off an object; returns it. */
export function release<T extends ApiObject>(finalizer: string, object: T): T {
  object.metadata.finalizers = object.metadata.finalizers?.filter((name) => name !== finalizer);
  return object;
}
