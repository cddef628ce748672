import { type AdmissionAttributes, type AdmissionOperation, AdmissionPlugin } from '../../../src/plugin-api/index.js';

const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumes: 'kubernetes.io/pv-protection',
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
};

/** Keeps new volumes and claims from vanishing while something uses them: a controller lifts the finalizer. */
export class StorageObjectInUseAdmission extends AdmissionPlugin {
  readonly name = 'StorageObjectInUseProtection';

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE';
  }

  override admit({ resource, subresource, object }: AdmissionAttributes): void {
    const finalizer = resource.group === '' && subresource === '' ? FINALIZERS[resource.resource] : undefined;
    if (!object || finalizer === undefined) return;
    const { metadata } = object;
    const present = metadata.finalizers ?? [];
    if (!present.includes(finalizer)) metadata.finalizers = [...present, finalizer];
  }
}
