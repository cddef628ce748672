import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { csiDriverKind } from './csi-driver/csi-driver.kind.js';
import { csiNodeKind } from './csi-node/csi-node.kind.js';
import { csiStorageCapacityKind } from './csi-storage-capacity/csi-storage-capacity.kind.js';
import { DefaultStorageClassAdmission } from './storage-class/default-storage-class.admission.js';
import { PersistentVolumeClaimResizeAdmission } from './storage-class/persistent-volume-claim-resize.admission.js';
import { storageClassKind } from './storage-class/storage-class.kind.js';
import { volumeAttachmentKind } from './volume-attachment/volume-attachment.kind.js';
import { volumeAttributesClassKind } from './volume-attributes-class/volume-attributes-class.kind.js';

/** How volumes are made and attached. */
@ApiGroupPlugin({
  group: 'storage.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kinds: [
    csiDriverKind,
    csiNodeKind,
    csiStorageCapacityKind,
    storageClassKind,
    volumeAttachmentKind,
    volumeAttributesClassKind,
  ],
  admission: [DefaultStorageClassAdmission, PersistentVolumeClaimResizeAdmission],
})
export class StoragePlugin {}
