import type { Pod } from '../pod/shape/pod.v1.js';

/** Returns the names of the claims in its namespace that a pod's volumes stand for, those made for it included. */
export function claimsOf({ metadata, spec }: Pod): string[] {
  return (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim) return [persistentVolumeClaim.claimName];
    return ephemeral ? [`${metadata.name}-${name}`] : [];
  });
}
