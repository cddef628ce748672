/** Sets the defaults of a class: volumes are deleted with their claims, and bound at once. */
export function defaultStorageClass(storageClass: { reclaimPolicy?: string; volumeBindingMode?: string }): void {
  storageClass.reclaimPolicy ??= 'Delete';
  storageClass.volumeBindingMode ??= 'Immediate';
}
