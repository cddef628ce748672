import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Format, MaxBytes, Required } from '../../../src/plugin-api/built-in.js';
import { PersistentVolumeSpec } from '../../core/index.js';

/** Shape of v1.VolumeAttachmentSource. */
@ApiType({
  name: 'k8s.io.api.storage.v1.VolumeAttachmentSource',
  doc: 'The volume to attach: exactly one member is set.',
})
export class VolumeAttachmentSource {
  @Field(1, 'string', { pointer: true, doc: 'Name of a persistent volume.' })
  persistentVolumeName?: string;

  @Field(2, PersistentVolumeSpec, { pointer: true, doc: 'The volume itself, where a pod brings it along.' })
  inlineVolumeSpec?: PersistentVolumeSpec;
}

/** Shape of v1.VolumeAttachmentSpec. */
@ApiType({ name: 'k8s.io.api.storage.v1.VolumeAttachmentSpec', doc: 'What is attached to what.' })
export class VolumeAttachmentSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'Driver that attaches the volume.' })
  @Required()
  attacher: string;

  @Field(2, VolumeAttachmentSource, { always: true, required: true, doc: 'The volume to attach.' })
  source: VolumeAttachmentSource;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the node to which the volume is attached.' })
  @Format(isDns1123Subdomain, { ofEmpty: true })
  nodeName: string;
}

/** Shape of v1.VolumeError. */
@ApiType({ name: 'k8s.io.api.storage.v1.VolumeError', doc: 'What went wrong.' })
export class VolumeError {
  @Field(1, 'time', { doc: 'When it went wrong.' })
  time?: string;

  @Field(2, 'string', { doc: 'What went wrong, without secrets.' })
  @MaxBytes(1024)
  message?: string;

  @Field(3, 'int32', { since: '1.33', pointer: true, doc: 'Code of the gRPC error.' })
  errorCode?: number;
}

/** Shape of v1.VolumeAttachmentStatus. */
@ApiType({ name: 'k8s.io.api.storage.v1.VolumeAttachmentStatus', doc: 'How far it got.' })
export class VolumeAttachmentStatus {
  @Field(1, 'bool', { always: true, required: true, doc: 'Whether the volume is attached.' })
  attached: boolean;

  @Field(2, 'string', { map: true, doc: 'What the driver has to know to mount the volume.' })
  attachmentMetadata?: Record<string, string>;

  @Field(3, VolumeError, { pointer: true, doc: 'The last error while attaching.' })
  attachError?: VolumeError;

  @Field(4, VolumeError, { pointer: true, doc: 'The last error while detaching.' })
  detachError?: VolumeError;
}

/** Shape of v1.VolumeAttachment. */
@ApiType({ name: 'k8s.io.api.storage.v1.VolumeAttachment', doc: 'Asks for a volume to be attached to a node.' })
export class VolumeAttachment {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, VolumeAttachmentSpec, { always: true, required: true, doc: 'What is attached to what; cannot change.' })
  spec: VolumeAttachmentSpec;

  @Field(3, VolumeAttachmentStatus, { doc: 'How far it got.' })
  status?: VolumeAttachmentStatus;
}
