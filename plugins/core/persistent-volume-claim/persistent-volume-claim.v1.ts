import { ApiType, Field, isDns1123Subdomain, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { ResourceRequirements } from '../pod/shape/container.v1.js';
import { ProbedCondition } from '../reference/condition.v1.js';
import { TypedLocalObjectReference, TypedObjectReference } from '../reference/reference.v1.js';
import { defaultClaim, defaultClaimSpec } from './persistent-volume-claim.defaults.js';

/** Shape of v1.VolumeResourceRequirements. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeResourceRequirements', doc: 'How much storage a claim asks for.' })
export class VolumeResourceRequirements {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'The most storage it may be given.' })
  limits?: Record<string, string | number>;

  @Field(2, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'The least storage it needs.' })
  requests?: Record<string, string | number>;
}

/** Shape of v1.PersistentVolumeClaimSpec. */
@ApiType({
  name: 'k8s.io.api.core.v1.PersistentVolumeClaimSpec',
  doc: 'Storage that is asked for.',
  defaults: defaultClaimSpec,
})
export class PersistentVolumeClaimSpec {
  @Field(1, 'string', {
    list: true,
    enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
    alias: 'v1.PersistentVolumeAccessMode',
    doc: 'Ways in which it has to be mountable.',
  })
  @Required('at least 1 access mode is required')
  accessModes?: string[];

  @Field(2, VolumeResourceRequirements, {
    variants: [{ until: '1.28', type: () => ResourceRequirements }],
    doc: 'Size that is needed.',
  })
  resources?: VolumeResourceRequirements;

  @Field(3, 'string', { doc: 'Volume that was bound.' })
  volumeName?: string;

  @Field(4, LabelSelector, { pointer: true, doc: 'Labels of the volumes to choose from.' })
  selector?: LabelSelector;

  @Field(5, 'string', { pointer: true, doc: 'Class to take it from.' })
  @Format(isDns1123Subdomain)
  storageClassName?: string;

  @Field(6, 'string', {
    pointer: true,
    enum: ['Block', 'Filesystem'],
    alias: 'v1.PersistentVolumeMode',
    doc: 'As files or as a block device.',
  })
  @OneOf('Block', 'Filesystem')
  volumeMode?: string;

  @Field(7, TypedLocalObjectReference, { pointer: true, doc: 'What it is filled from at first.' })
  dataSource?: TypedLocalObjectReference;

  @Field(8, TypedObjectReference, {
    since: '1.22',
    pointer: true,
    variants: [{ until: '1.25', type: TypedLocalObjectReference }],
    doc: 'What it is filled from at first, of any kind.',
  })
  dataSourceRef?: TypedObjectReference;

  @Field(9, 'string', {
    since: '1.29',
    pointer: true,
    doc: 'Name of the VolumeAttributesClass wanted; may be changed later.',
  })
  volumeAttributesClassName?: string;
}

/** Shape of v1.PersistentVolumeClaimCondition. */
@ApiType({
  name: 'k8s.io.api.core.v1.PersistentVolumeClaimCondition',
  doc: 'One aspect of the state of a claim.',
  inherits: true,
})
export class PersistentVolumeClaimCondition extends ProbedCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.PersistentVolumeClaimConditionType',
    doc: 'Name of the condition, unique in the list.',
  })
  override type: string;
}

/** Shape of v1.ModifyVolumeStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ModifyVolumeStatus', doc: 'Progress of a change of volume attributes.' })
export class ModifyVolumeStatus {
  @Field(1, 'string', { doc: 'Name of the VolumeAttributesClass being applied.' })
  targetVolumeAttributesClassName?: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['InProgress', 'Infeasible', 'Pending'],
    alias: 'v1.PersistentVolumeClaimModifyVolumeStatus',
    doc: 'How far the change is: Pending, InProgress or Infeasible.',
  })
  status: string;
}

/** Shape of v1.PersistentVolumeClaimStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeClaimStatus', doc: 'What is known of a claim.' })
export class PersistentVolumeClaimStatus {
  @Field(1, 'string', {
    enum: ['Bound', 'Lost', 'Pending'],
    alias: 'v1.PersistentVolumeClaimPhase',
    doc: 'Pending, Bound, or Lost when the bound volume no longer exists.',
  })
  phase?: string;

  @Field(2, 'string', {
    list: true,
    enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
    alias: 'v1.PersistentVolumeAccessMode',
    doc: 'Ways in which the bound volume can be mounted.',
  })
  accessModes?: string[];

  @Field(3, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'Size that the bound volume really has.' })
  capacity?: Record<string, string | number>;

  @Field(4, PersistentVolumeClaimCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'States the claim is in, such as Resizing.',
  })
  conditions?: PersistentVolumeClaimCondition[];

  @Field(5, 'quantity', {
    since: '1.23',
    map: true,
    alias: 'v1.ResourceList',
    doc: 'Size set aside for the claim; may exceed capacity while a resize runs.',
  })
  allocatedResources?: Record<string, string | number>;

  @Field(6, 'string', {
    since: '1.23',
    until: '1.27',
    alias: 'v1.PersistentVolumeClaimResizeStatus',
    pointer: true,
    doc: 'State of the last change of size.',
  })
  resizeStatus?: string;

  @Field(7, 'string', {
    since: '1.28',
    map: true,
    keyAlias: 'v1.ResourceName',
    valueAlias: 'v1.ClaimResourceStatus',
    mapType: 'granular',
    enum: [
      'ControllerResizeInProgress',
      'ControllerResizeInfeasible',
      'NodeResizeInProgress',
      'NodeResizeInfeasible',
      'NodeResizePending',
    ],
    doc: 'State of a running resize for each resource; no entry when none runs.',
  })
  allocatedResourceStatuses?: Record<string, string>;

  @Field(8, 'string', {
    since: '1.29',
    pointer: true,
    doc: 'Name of the VolumeAttributesClass in effect; unset if none.',
  })
  currentVolumeAttributesClassName?: string;

  @Field(9, ModifyVolumeStatus, {
    since: '1.29',
    pointer: true,
    doc: 'Progress of a change of volume attributes; unset when none is going on.',
  })
  modifyVolumeStatus?: ModifyVolumeStatus;
}

/** Shape of v1.PersistentVolumeClaim. */
@ApiType({
  name: 'k8s.io.api.core.v1.PersistentVolumeClaim',
  hasTypeMeta: true,
  doc: 'A request for storage.',
  defaults: defaultClaim,
})
export class PersistentVolumeClaim {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PersistentVolumeClaimSpec, { doc: 'What is asked for.' })
  spec?: PersistentVolumeClaimSpec;

  @Field(3, PersistentVolumeClaimStatus, { doc: 'What was given.' })
  status?: PersistentVolumeClaimStatus;
}

/** Shape of v1.PersistentVolumeClaimTemplate. */
@ApiType({
  name: 'k8s.io.api.core.v1.PersistentVolumeClaimTemplate',
  doc: 'Pattern of the claim made for an ephemeral volume.',
})
export class PersistentVolumeClaimTemplate {
  @Field(1, ObjectMeta, { doc: 'Labels and annotations that the created claim gets.' })
  metadata?: ObjectMeta;

  @Field(2, PersistentVolumeClaimSpec, { always: true, required: true, doc: 'What the created claim asks for.' })
  spec: PersistentVolumeClaimSpec;
}
