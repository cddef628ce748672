import type { PersistentVolumeClaim } from '../../core/index.js';

/** Named a class before there was a field for it. */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** Returns the class a claim names, perhaps an empty one; undefined when it names none. */
export function classOfClaim({ metadata, spec }: PersistentVolumeClaim): string | undefined {
  return metadata.annotations?.[CLASS_ANNOTATION] ?? spec?.storageClassName;
}
