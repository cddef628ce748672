/** Volumes go with their claims and are made at once, unless a class says otherwise. */
export function defaultStorageClass(storageClass: { reclaimPolicy?: string; volumeBindingMode?: string }): void {
  storageClass.reclaimPolicy ??= 'Delete';
  storageClass.volumeBindingMode ??= 'Immediate';
}
