import type { Strategy } from '../../../src/plugin-api/index.js';
import type { VolumeAttachment } from './volume-attachment.v1.js';
import { validateNewVolumeAttachment, validateVolumeAttachmentUpdate } from './volume-attachment.validation.js';

/** The rules of attachments. */
export const volumeAttachmentStrategy: Strategy<VolumeAttachment> = {
  prepareForCreate: (attachment) => void (attachment.status = { attached: false }),

  validate: validateNewVolumeAttachment,
  validateUpdate: validateVolumeAttachmentUpdate,
};
