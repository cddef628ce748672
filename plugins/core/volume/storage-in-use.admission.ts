import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { PVC_PROTECTION, PV_PROTECTION } from './protection-finalizer.js';

const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumes: PV_PROTECTION,
  persistentvolumeclaims: PVC_PROTECTION,
};

/** Keeps new volumes and claims from vanishing while something uses them: a controller lifts the finalizer. */
export class StorageObjectInUseAdmission extends AdmissionPlugin {
  readonly name = 'StorageObjectInUseProtection';

  handles(operation: AdmissionOperation, { group, resource, subresource }: AdmittedResource): boolean {
    return operation === 'CREATE' && group === '' && subresource === '' && Object.hasOwn(FINALIZERS, resource);
  }

  override admit({ resource, object }: AdmissionAttributes): boolean {
    const finalizer = FINALIZERS[resource.resource];
    const { metadata } = object!;
    const present = metadata.finalizers ?? [];
    if (present.includes(finalizer)) return false;
    metadata.finalizers = [...present, finalizer];
    return true;
  }
}
