import { defineKind } from '../../../src/plugin-api/index.js';
import { volumeAttachmentColumns } from './volume-attachment.columns.js';
import { volumeAttachmentStrategy } from './volume-attachment.strategy.js';
import { VolumeAttachment } from './volume-attachment.v1.js';
import { FORMER_VOLUME_ATTACHMENT_VERSIONS } from './volume-attachment.former-versions.js';

/** VolumeAttachment: asks for a volume to be attached to a node. */
export const volumeAttachmentKind = defineKind<VolumeAttachment>({
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  namespaced: false,
  versions: [{ name: 'v1', type: VolumeAttachment, introduced: '1.13' }, ...FORMER_VOLUME_ATTACHMENT_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'volumeattachments',
  strategy: volumeAttachmentStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata'],
  generation: 'none',
  columns: volumeAttachmentColumns,
  deleteReturnsObject: true,
});
