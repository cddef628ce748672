import { type FieldError, FieldPath, forbidden, invalid, required, tooLong } from '../../../src/plugin-api/index.js';
import { hasRule, goStruct, type GoValue, IMMUTABLE_MESSAGE, fieldChecker } from '../../../src/plugin-api/built-in.js';
import {
  checkSubdomain,
  goPointer,
  goVolumeSpec,
  isSameValue,
  validateDriverName,
  validateInlineVolumeSpec,
} from '../../core/index.js';
import {
  type VolumeAttachment,
  type VolumeAttachmentSource,
  VolumeAttachmentSpec,
  type VolumeAttachmentStatus,
  VolumeError,
} from './volume-attachment.v1.js';

const SPEC = FieldPath.of('spec');
const ATTACHER = SPEC.child('attacher');
const SOURCE = SPEC.child('source');
const VOLUME_NAME = SOURCE.child('persistentVolumeName');
const STATUS = FieldPath.of('status');
const ONE_SOURCE = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
const METADATA_MAX = 256 * 1024;
const checkSpec = fieldChecker(VolumeAttachmentSpec);
const checkError = fieldChecker(VolumeError);

/** Checks a new attachment: names of drivers and volumes too, which are not looked at again. */
export function validateNewVolumeAttachment(attachment: VolumeAttachment): FieldError[] {
  const { attacher, source } = attachment.spec;
  return [
    ...validateVolumeAttachment(attachment),
    ...validateDriverName(attacher, ATTACHER),
    ...(source.persistentVolumeName === undefined ? [] : checkSubdomain(source.persistentVolumeName, VOLUME_NAME)),
  ];
}

/** Checks a change: only the status can be changed. */
export function validateVolumeAttachmentUpdate(next: VolumeAttachment, old: VolumeAttachment): FieldError[] {
  const { persistentVolumeName } = next.spec.source;
  const isNamed = persistentVolumeName !== undefined && hasRule({ since: '1.36' });
  const errors = [
    ...validateVolumeAttachment(next),
    ...(isNamed ? checkSubdomain(persistentVolumeName, VOLUME_NAME) : []),
  ];
  return isSameValue(next.spec, old.spec) ? errors : [...errors, invalid(SPEC, goSpec(next.spec), IMMUTABLE_MESSAGE)];
}

/** Checks what holds for every attachment, new or changed. */
export function validateVolumeAttachment({ spec, status }: VolumeAttachment): FieldError[] {
  return [
    ...checkSpec(spec, SPEC, 'attacher'),
    ...sourceErrors(spec.source),
    ...checkSpec(spec, SPEC, 'nodeName'),
    ...(status ? statusErrors(status) : []),
  ];
}

function sourceErrors({ inlineVolumeSpec, persistentVolumeName }: VolumeAttachmentSource): FieldError[] {
  if (persistentVolumeName !== undefined) {
    if (inlineVolumeSpec) return [forbidden(SOURCE, ONE_SOURCE)];
    return persistentVolumeName ? [] : [required(VOLUME_NAME, 'must specify non empty persistentVolumeName')];
  }
  if (!inlineVolumeSpec) return [required(SOURCE, ONE_SOURCE)];
  return validateInlineVolumeSpec(inlineVolumeSpec, SOURCE.child('inlineVolumeSpec'));
}

function statusErrors({ attachmentMetadata = {}, attachError, detachError }: VolumeAttachmentStatus): FieldError[] {
  const entries = Object.entries(attachmentMetadata);
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return [
    ...(size > METADATA_MAX ? [tooLong(STATUS.child('attachmentMetadata'), METADATA_MAX)] : []),
    ...checkError(attachError, STATUS.child('attachError')),
    ...checkError(detachError, STATUS.child('detachError')),
  ];
}

function goSpec({ attacher, source, nodeName }: VolumeAttachmentSpec): GoValue {
  return goStruct('storage.VolumeAttachmentSpec', {
    Attacher: attacher,
    Source: goStruct('storage.VolumeAttachmentSource', {
      PersistentVolumeName: goPointer('string', source.persistentVolumeName),
      InlineVolumeSpec: goVolumeSpec(source.inlineVolumeSpec),
    }),
    NodeName: nodeName,
  });
}
