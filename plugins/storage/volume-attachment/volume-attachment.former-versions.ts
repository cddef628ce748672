import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { VolumeAttachment } from './volume-attachment.v1.js';

/** VolumeAttachment as storage.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.storage.v1beta1.VolumeAttachment', inherits: true })
class VolumeAttachmentV1beta1 extends VolumeAttachment {}

/** VolumeAttachment as storage.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.storage.v1alpha1.VolumeAttachment', inherits: true })
class VolumeAttachmentV1alpha1 extends VolumeAttachment {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_VOLUME_ATTACHMENT_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: VolumeAttachmentV1beta1,
    conversion: sameShape,
    introduced: '1.10',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'storage.k8s.io/v1 VolumeAttachment',
  },
  {
    name: 'v1alpha1',
    type: VolumeAttachmentV1alpha1,
    conversion: sameShape,
    introduced: '1.9',
    deprecated: '1.21',
    removed: '1.24',
    replacement: 'storage.k8s.io/v1 VolumeAttachment',
    onByDefault: false,
  },
];
