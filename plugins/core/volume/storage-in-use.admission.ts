import { type AdmissionAttributes, type AdmissionOperation, AdmissionPlugin } from '../../../src/plugin-api/index.js';
import { PVC_PROTECTION, PV_PROTECTION } from './protection-finalizer.js';

const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumes: PV_PROTECTION,
  persistentvolumeclaims: PVC_PROTECTION,
};

/** Keeps new volumes and claims from vanishing while something uses them: a controller lifts the finalizer. */
export class StorageObjectInUseAdmission extends AdmissionPlugin {
  readonly name = 'StorageObjectInUseProtection';

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE';
  }

  override admit({ resource, subresource, object }: AdmissionAttributes): boolean {
    const finalizer = resource.group === '' && subresource === '' ? FINALIZERS[resource.resource] : undefined;
    if (!object || finalizer === undefined) return false;
    const { metadata } = object;
    const present = metadata.finalizers ?? [];
    if (present.includes(finalizer)) return false;
    metadata.finalizers = [...present, finalizer];
    return true;
  }
}
