import type { Strategy } from '../../../src/plugin-api/index.js';
import type { VolumeAttachment } from './volume-attachment.v1.js';
import { validateNewVolumeAttachment, validateVolumeAttachmentUpdate } from './volume-attachment.validation.js';

const KEPT = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** The rules of attachments. */
export const volumeAttachmentStrategy: Strategy<VolumeAttachment> = {
  prepareForCreate: (attachment) => void (attachment.status = { attached: false }),

  prepareForUpdate({ metadata }, old, { subresource }) {
    if (subresource === 'status') for (const name of KEPT) Object.assign(metadata, { [name]: old.metadata[name] });
  },

  validate: validateNewVolumeAttachment,
  validateUpdate: validateVolumeAttachmentUpdate,
};
