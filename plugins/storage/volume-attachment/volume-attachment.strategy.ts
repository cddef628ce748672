import { type Strategy } from '../../../src/plugin-api/index.js';
import { validateObjectMeta } from '../../../src/plugin-api/built-in.js';
import type { VolumeAttachment } from './volume-attachment.v1.js';
import {
  validateNewVolumeAttachment,
  validateVolumeAttachment,
  validateVolumeAttachmentUpdate,
} from './volume-attachment.validation.js';

/** The rules of attachments. */
export const volumeAttachmentStrategy: Strategy<VolumeAttachment> = {
  checksMetadataOnUpdate: true,
  prepareForCreate: (attachment) => void (attachment.status = { attached: false }),

  validate: validateNewVolumeAttachment,
  // The reference checks the whole object twice on an update; clients see every cause twice.
  validateUpdate(next, old) {
    const metadata = validateObjectMeta(next.metadata, { namespaced: false });
    return [...metadata, ...validateVolumeAttachment(next), ...metadata, ...validateVolumeAttachmentUpdate(next, old)];
  },
};
