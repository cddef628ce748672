import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { VolumeAttachment } from './volume-attachment.v1.js';

/** The columns of `kubectl get volumeattachments`. */
export const volumeAttachmentColumns: readonly Column<VolumeAttachment>[] = [
  nameColumn(),
  {
    name: 'Attacher',
    type: 'string',
    format: 'name',
    description: 'Driver that attaches the volume.',
    cell: ({ spec }) => spec.attacher,
  },
  {
    name: 'PV',
    type: 'string',
    description: 'Name of the volume, where it has one.',
    cell: ({ spec }) => spec.source.persistentVolumeName ?? '',
  },
  { name: 'Node', type: 'string', description: 'The node.', cell: ({ spec }) => spec.nodeName },
  {
    name: 'Attached',
    type: 'boolean',
    description: 'Whether the volume is attached.',
    cell: ({ status }) => status?.attached ?? false,
  },
  ageColumn(),
];
