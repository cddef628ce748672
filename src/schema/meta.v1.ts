import { ApiType, Field } from './decorators.js';

/** Shape of v1.OwnerReference. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.OwnerReference', mapType: 'atomic' })
export class OwnerReference {
  @Field(1, 'string', { always: true, required: true })
  kind: string;

  @Field(3, 'string', { always: true, required: true })
  name: string;

  @Field(4, 'string', { always: true, required: true })
  uid: string;

  @Field(5, 'string', { always: true, required: true })
  apiVersion: string;

  @Field(6, 'bool', { pointer: true })
  controller?: boolean;

  @Field(7, 'bool', { pointer: true })
  blockOwnerDeletion?: boolean;
}

/** Shape of v1.ManagedFieldsEntry. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry' })
export class ManagedFieldsEntry {
  @Field(1, 'string')
  manager?: string;

  @Field(2, 'string', { alias: 'v1.ManagedFieldsOperationType' })
  operation?: string;

  @Field(3, 'string')
  apiVersion?: string;

  @Field(4, 'time', { pointer: true })
  time?: string;

  @Field(6, 'string')
  fieldsType?: string;

  @Field(7, 'fieldsV1', { pointer: true })
  fieldsV1?: Record<string, unknown>;

  @Field(8, 'string')
  subresource?: string;
}

/** Shape of v1.ObjectMeta. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta' })
export class ObjectMeta {
  @Field(1, 'string')
  name?: string;

  @Field(2, 'string')
  generateName?: string;

  @Field(3, 'string')
  namespace?: string;

  @Field(4, 'string')
  selfLink?: string;

  @Field(5, 'string')
  uid?: string;

  @Field(6, 'string')
  resourceVersion?: string;

  @Field(7, 'int64')
  generation?: number;

  @Field(8, 'time')
  creationTimestamp?: string;

  @Field(9, 'time', { pointer: true })
  deletionTimestamp?: string;

  @Field(10, 'int64', { pointer: true })
  deletionGracePeriodSeconds?: number;

  @Field(11, 'string', { map: true })
  labels?: Record<string, string>;

  @Field(12, 'string', { map: true })
  annotations?: Record<string, string>;

  @Field(13, OwnerReference, {
    list: true,
    listType: 'map',
    listMapKeys: ['uid'],
    patchStrategy: ['merge'],
    patchMergeKey: 'uid',
  })
  ownerReferences?: OwnerReference[];

  @Field(14, 'string', { list: true, listType: 'set', patchStrategy: ['merge'] })
  finalizers?: string[];

  @Field(17, ManagedFieldsEntry, { list: true })
  managedFields?: ManagedFieldsEntry[];
}

/** Shape of v1.ListMeta. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta' })
export class ListMeta {
  @Field(1, 'string')
  selfLink?: string;

  @Field(2, 'string')
  resourceVersion?: string;

  @Field(3, 'string')
  continue?: string;

  @Field(4, 'int64', { pointer: true })
  remainingItemCount?: number;
}

/** Shape of v1.LabelSelectorRequirement. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement' })
export class LabelSelectorRequirement {
  @Field(1, 'string', { always: true, required: true })
  key: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.LabelSelectorOperator' })
  operator: string;

  @Field(3, 'string', { list: true })
  values?: string[];
}

/** Shape of v1.LabelSelector. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector', mapType: 'atomic' })
export class LabelSelector {
  @Field(1, 'string', { map: true })
  matchLabels?: Record<string, string>;

  @Field(2, LabelSelectorRequirement, { list: true })
  matchExpressions?: LabelSelectorRequirement[];
}

/** Shape of v1.Condition. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Condition' })
export class Condition {
  @Field(1, 'string', { always: true, required: true })
  type: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.ConditionStatus' })
  status: string;

  @Field(3, 'int64')
  observedGeneration?: number;

  @Field(4, 'time', { always: true, required: true })
  lastTransitionTime: string;

  @Field(5, 'string', { always: true, required: true })
  reason: string;

  @Field(6, 'string', { always: true, required: true })
  message: string;
}

/** Shape of v1.Preconditions. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Preconditions' })
export class Preconditions {
  @Field(1, 'string', { pointer: true })
  uid?: string;

  @Field(2, 'string', { pointer: true })
  resourceVersion?: string;
}

/** Shape of v1.DeleteOptions. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.DeleteOptions' })
export class DeleteOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'int64', { pointer: true })
  gracePeriodSeconds?: number;

  @Field(2, Preconditions, { pointer: true })
  preconditions?: Preconditions;

  @Field(3, 'bool', { pointer: true })
  orphanDependents?: boolean;

  @Field(4, 'string', { pointer: true, alias: 'v1.DeletionPropagation' })
  propagationPolicy?: string;

  @Field(5, 'string', { list: true })
  dryRun?: string[];

  @Field(6, 'bool', { pointer: true })
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** Shape of v1.CreateOptions. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.CreateOptions' })
export class CreateOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string', { list: true })
  dryRun?: string[];

  @Field(3, 'string')
  fieldManager?: string;

  @Field(4, 'string')
  fieldValidation?: string;
}

/** Shape of v1.UpdateOptions. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.UpdateOptions' })
export class UpdateOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string', { list: true })
  dryRun?: string[];

  @Field(2, 'string')
  fieldManager?: string;

  @Field(3, 'string')
  fieldValidation?: string;
}

/** Shape of v1.PatchOptions. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.PatchOptions' })
export class PatchOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string', { list: true })
  dryRun?: string[];

  @Field(2, 'bool', { pointer: true })
  force?: boolean;

  @Field(3, 'string')
  fieldManager?: string;

  @Field(4, 'string')
  fieldValidation?: string;
}

/** Shape of v1.ListOptions. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ListOptions' })
export class ListOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string')
  labelSelector?: string;

  @Field(2, 'string')
  fieldSelector?: string;

  @Field(3, 'bool')
  watch?: boolean;

  @Field(4, 'string')
  resourceVersion?: string;

  @Field(5, 'int64', { pointer: true })
  timeoutSeconds?: number;

  @Field(7, 'int64')
  limit?: number;

  @Field(8, 'string')
  continue?: string;

  @Field(9, 'bool')
  allowWatchBookmarks?: boolean;

  @Field(10, 'string', { alias: 'v1.ResourceVersionMatch' })
  resourceVersionMatch?: string;

  @Field(11, 'bool', { pointer: true })
  sendInitialEvents?: boolean;
}

/** Shape of v1.GetOptions. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.GetOptions' })
export class GetOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'string')
  resourceVersion?: string;
}

/** Shape of v1.FieldSelectorRequirement. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement' })
export class FieldSelectorRequirement {
  @Field(1, 'string', { always: true, required: true })
  key: string;

  @Field(2, 'string', { always: true, required: true, alias: 'v1.FieldSelectorOperator' })
  operator: string;

  @Field(3, 'string', { list: true })
  values?: string[];
}

/** Shape of v1.StatusCause. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.StatusCause' })
export class StatusCause {
  @Field(1, 'string', { alias: 'v1.CauseType' })
  reason?: string;

  @Field(2, 'string')
  message?: string;

  @Field(3, 'string')
  field?: string;
}

/** Shape of v1.StatusDetails. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.StatusDetails' })
export class StatusDetails {
  @Field(1, 'string')
  name?: string;

  @Field(2, 'string')
  group?: string;

  @Field(3, 'string')
  kind?: string;

  @Field(4, StatusCause, { list: true })
  causes?: StatusCause[];

  @Field(5, 'int32')
  retryAfterSeconds?: number;

  @Field(6, 'string')
  uid?: string;
}

/** Shape of v1.Status. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Status' })
export class Status {
  apiVersion?: string;

  kind?: string;

  @Field(1, ListMeta)
  metadata: ListMeta;

  @Field(2, 'string')
  status?: string;

  @Field(3, 'string')
  message?: string;

  @Field(4, 'string', { alias: 'v1.StatusReason' })
  reason?: string;

  @Field(5, StatusDetails, { pointer: true })
  details?: StatusDetails;

  @Field(6, 'int32')
  code?: number;
}
