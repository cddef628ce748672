import type { ApiObject } from '../../apimachinery/index.js';

/** What controllers read of a persistent volume. */
export interface VolumeObject extends ApiObject {
  readonly status?: { readonly phase?: string };
}

/** What controllers read of a pod that may use claims. */
export interface ClaimingPod extends ApiObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly volumes?: readonly {
      readonly name: string;
      readonly persistentVolumeClaim?: { readonly claimName: string };
      readonly ephemeral?: object;
    }[];
  };
}

/** The names of the claims in its namespace that a pod's volumes stand for, those made for it included. */
export function claimsOf({ metadata, spec }: ClaimingPod): string[] {
  return (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [persistentVolumeClaim.claimName];
    return ephemeral ? [`${metadata.name}-${name}`] : [];
  });
}

/** Whether an object is being deleted and a finalizer holds it. */
export function isHeldBy(finalizer: string, { metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(finalizer);
}

/** Takes a finalizer off an object; answers it. */
export function release<T extends ApiObject>(finalizer: string, object: T): T {
  object.metadata.finalizers = object.metadata.finalizers?.filter((name) => name !== finalizer);
  return object;
}
