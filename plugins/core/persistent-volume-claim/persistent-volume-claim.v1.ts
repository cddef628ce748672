import { ApiType, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { TypedLocalObjectReference, TypedObjectReference } from '../reference/reference.v1.js';
import { defaultClaim, defaultClaimSpec } from './persistent-volume-claim.defaults.js';

/** Shape of v1.VolumeResourceRequirements. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeResourceRequirements' })
export class VolumeResourceRequirements {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList' })
  limits?: Record<string, string | number>;

  @Field(2, 'quantity', { map: true, alias: 'v1.ResourceList' })
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
  accessModes?: string[];

  @Field(2, VolumeResourceRequirements, { doc: 'Size that is needed.' })
  resources?: VolumeResourceRequirements;

  @Field(3, 'string', { doc: 'Volume that was bound.' })
  volumeName?: string;

  @Field(4, LabelSelector, { pointer: true, doc: 'Labels of the volumes to choose from.' })
  selector?: LabelSelector;

  @Field(5, 'string', { pointer: true, doc: 'Class to take it from.' })
  storageClassName?: string;

  @Field(6, 'string', {
    pointer: true,
    enum: ['Block', 'Filesystem'],
    alias: 'v1.PersistentVolumeMode',
    doc: 'As files or as a block device.',
  })
  volumeMode?: string;

  @Field(7, TypedLocalObjectReference, { pointer: true, doc: 'What it is filled from at first.' })
  dataSource?: TypedLocalObjectReference;

  @Field(8, TypedObjectReference, { pointer: true, doc: 'What it is filled from at first, of any kind.' })
  dataSourceRef?: TypedObjectReference;

  @Field(9, 'string', { pointer: true })
  volumeAttributesClassName?: string;
}

/** Shape of v1.PersistentVolumeClaimCondition. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeClaimCondition' })
export class PersistentVolumeClaimCondition {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.PersistentVolumeClaimConditionType' })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(3, 'time')
  lastProbeTime?: string;

  @Field(4, 'time')
  lastTransitionTime?: string;

  @Field(5, 'string')
  reason?: string;

  @Field(6, 'string')
  message?: string;
}

/** Shape of v1.ModifyVolumeStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ModifyVolumeStatus' })
export class ModifyVolumeStatus {
  @Field(1, 'string')
  targetVolumeAttributesClassName?: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['InProgress', 'Infeasible', 'Pending'],
    alias: 'v1.PersistentVolumeClaimModifyVolumeStatus',
  })
  status: string;
}

/** Shape of v1.PersistentVolumeClaimStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeClaimStatus' })
export class PersistentVolumeClaimStatus {
  @Field(1, 'string', { enum: ['Bound', 'Lost', 'Pending'], alias: 'v1.PersistentVolumeClaimPhase' })
  phase?: string;

  @Field(2, 'string', {
    list: true,
    enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
    alias: 'v1.PersistentVolumeAccessMode',
  })
  accessModes?: string[];

  @Field(3, 'quantity', { map: true, alias: 'v1.ResourceList' })
  capacity?: Record<string, string | number>;

  @Field(4, PersistentVolumeClaimCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
  })
  conditions?: PersistentVolumeClaimCondition[];

  @Field(5, 'quantity', { map: true, alias: 'v1.ResourceList' })
  allocatedResources?: Record<string, string | number>;

  @Field(7, 'string', {
    map: true,
    enum: [
      'ControllerResizeInProgress',
      'ControllerResizeInfeasible',
      'NodeResizeInProgress',
      'NodeResizeInfeasible',
      'NodeResizePending',
    ],
  })
  allocatedResourceStatuses?: Record<string, string>;

  @Field(8, 'string', { pointer: true })
  currentVolumeAttributesClassName?: string;

  @Field(9, ModifyVolumeStatus, { pointer: true })
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

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, PersistentVolumeClaimSpec, { doc: 'What is asked for.' })
  spec?: PersistentVolumeClaimSpec;

  @Field(3, PersistentVolumeClaimStatus, { doc: 'What was given.' })
  status?: PersistentVolumeClaimStatus;
}

/** Shape of v1.PersistentVolumeClaimTemplate. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeClaimTemplate' })
export class PersistentVolumeClaimTemplate {
  @Field(1, ObjectMeta)
  metadata?: ObjectMeta;

  @Field(2, PersistentVolumeClaimSpec, { always: true, required: true })
  spec: PersistentVolumeClaimSpec;
}
