import { ApiType, Field } from './decorators.js';

/** Shape of v1.OwnerReference. */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.OwnerReference',
  doc: 'Points to an owner, in the same namespace or cluster-wide.',
  mapType: 'atomic',
})
export class OwnerReference {
  @Field(1, 'string', { always: true, required: true, doc: 'Kind of the owner, such as ReplicaSet.' })
  kind: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the owning object.' })
  name: string;

  @Field(4, 'string', { always: true, required: true, alias: 'types.UID', doc: 'Unique id of the owning object.' })
  uid: string;

  @Field(5, 'string', { always: true, required: true, doc: 'Group and version of the owner, such as apps/v1.' })
  apiVersion: string;

  @Field(6, 'bool', { pointer: true, doc: 'Whether the owner manages the object; at most one does.' })
  controller?: boolean;

  @Field(7, 'bool', { pointer: true, doc: 'Whether foreground deletion of the owner waits for this object.' })
  blockOwnerDeletion?: boolean;
}

/** Shape of v1.ManagedFieldsEntry. */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry',
  doc: 'Fields of an object that one manager has set.',
})
export class ManagedFieldsEntry {
  @Field(1, 'string', { doc: 'Who set the fields, such as kubectl.' })
  manager?: string;

  @Field(2, 'string', { alias: 'v1.ManagedFieldsOperationType', doc: 'How the fields were set: Apply or Update.' })
  operation?: string;

  @Field(3, 'string', { doc: 'API version in which the fields are named.' })
  apiVersion?: string;

  @Field(4, 'time', { pointer: true, doc: 'When the entry was added or last changed.' })
  time?: string;

  @Field(5, 'fieldsV1', { until: '1.15', pointer: true, doc: 'Field set, in the first format.' })
  fields?: Record<string, unknown>;

  @Field(6, 'string', { since: '1.16', doc: 'Format of the field set, always FieldsV1.' })
  fieldsType?: string;

  @Field(7, 'fieldsV1', { since: '1.16', pointer: true, doc: 'The set of fields, as a trie in JSON.' })
  fieldsV1?: Record<string, unknown>;

  @Field(8, 'string', { since: '1.22', doc: 'Subresource that was written; empty for the object itself.' })
  subresource?: string;
}

/** Shape of v1.Initializer. */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Initializer',
  doc: 'A controller that has to act on a new object.',
})
class Initializer {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the controller.' })
  name: string;
}

/** Shape of v1.Initializers. */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Initializers',
  doc: 'Controllers that have to act on a new object.',
})
class Initializers {
  @Field(1, Initializer, {
    list: true,
    always: true,
    required: true,
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Those that have not acted yet.',
  })
  pending: Initializer[];

  @Field(2, () => Status, { pointer: true, doc: 'How it ended, where one refused the object.' })
  result?: Status;
}

/**
 * Shape of v1.ObjectMeta.
 *
 * @public
 * @example
 * class Berth { @Field(1, ObjectMeta, { always: true }) metadata: ObjectMeta; }
 */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  doc: 'Name, labels and what else every stored object has.',
})
export class ObjectMeta {
  @Field(1, 'string', { doc: 'Name, unique for the kind in its namespace; cannot be changed.' })
  name?: string;

  @Field(2, 'string', { doc: 'Start of a generated name, used when name is unset.' })
  generateName?: string;

  @Field(3, 'string', { doc: 'Namespace it is in; unset for cluster-wide kinds; cannot be changed.' })
  namespace?: string;

  @Field(4, 'string', { doc: 'Deprecated: no longer filled in; use the URL of the request.' })
  selfLink?: string;

  @Field(5, 'string', { alias: 'types.UID', doc: 'Id of this very object, never used again; set by the server.' })
  uid?: string;

  @Field(6, 'string', { doc: 'Opaque version of the stored object, changed by every write.' })
  resourceVersion?: string;

  @Field(7, 'int64', { doc: 'Number that grows when what is wanted changes.' })
  generation?: number;

  @Field(8, 'time', {
    doc: 'When the object was created; set by the server.',
    variants: [{ since: '1.34', omitZero: true }],
  })
  creationTimestamp?: string;

  @Field(9, 'time', { pointer: true, doc: 'When the object is due to go; set once deletion has begun.' })
  deletionTimestamp?: string;

  @Field(10, 'int64', { pointer: true, doc: 'Seconds allowed for a graceful end, once deletion has begun.' })
  deletionGracePeriodSeconds?: number;

  @Field(11, 'string', { map: true, doc: 'Short keys and values by which objects are selected.' })
  labels?: Record<string, string>;

  @Field(12, 'string', { map: true, doc: 'Notes for tools and people; not for selecting objects.' })
  annotations?: Record<string, string>;

  @Field(13, OwnerReference, {
    list: true,
    listType: 'map',
    listMapKeys: ['uid'],
    patchStrategy: ['merge'],
    patchMergeKey: 'uid',
    variants: [{ until: '1.29', listType: undefined, listMapKeys: undefined }],
    doc: 'Objects it belongs to; it is deleted when all of them are gone.',
  })
  ownerReferences?: OwnerReference[];

  @Field(16, Initializers, {
    until: '1.15',
    pointer: true,
    doc: 'Controllers that have to act before others see the object.',
  })
  initializers?: Initializers;

  @Field(14, 'string', {
    list: true,
    listType: 'set',
    patchStrategy: ['merge'],
    variants: [{ until: '1.29', listType: undefined }],
    doc: 'Names of tasks to finish before the object can go away.',
  })
  finalizers?: string[];

  @Field(15, 'string', { until: '1.24', doc: 'Name of a cluster; ignored.' })
  clusterName?: string;

  @Field(17, ManagedFieldsEntry, { list: true, doc: 'Which manager set which fields; kept up by the server.' })
  managedFields?: ManagedFieldsEntry[];
}

/** Shape of v1.ShardInfo. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ShardInfo', doc: 'Which part of a collection a list shows.' })
export class ShardInfo {
  @Field(1, 'string', { always: true, required: true, doc: 'The selector of the part, as it was sent.' })
  selector: string;
}

/** Shape of v1.ListMeta. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta', doc: 'Metadata of a list or of a similar answer.' })
export class ListMeta {
  @Field(1, 'string', { doc: 'Deprecated: no longer filled in; use the URL of the request.' })
  selfLink?: string;

  @Field(2, 'string', { doc: 'Version of the list, from which a watch can go on.' })
  resourceVersion?: string;

  @Field(3, 'string', { doc: 'Token to fetch the next part of the list; unset at the end.' })
  continue?: string;

  @Field(4, 'int64', { pointer: true, doc: 'Estimate of the objects still to come; unset with selectors.' })
  remainingItemCount?: number;

  @Field(5, ShardInfo, { since: '1.36', pointer: true, doc: 'Part of the collection that the list shows.' })
  shardInfo?: ShardInfo;
}

/**
 * Shape of v1.LabelSelectorRequirement.
 *
 * @public
 * @example
 * class Filter { @Field(1, LabelSelectorRequirement, { list: true }) requirements?: LabelSelectorRequirement[]; }
 */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement',
  doc: 'A condition on one label of an object.',
})
export class LabelSelectorRequirement {
  @Field(1, 'string', {
    always: true,
    required: true,
    variants: [{ until: '1.27', patchStrategy: ['merge'], patchMergeKey: 'key' }],
    doc: 'Label key the condition is about.',
  })
  key: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.LabelSelectorOperator',
    doc: 'In, NotIn, Exists or DoesNotExist.',
  })
  operator: string;

  @Field(3, 'string', { list: true, doc: 'Values to compare with; none for Exists and DoesNotExist.' })
  values?: string[];
}

/**
 * Shape of v1.LabelSelector.
 *
 * @public
 * @example
 * class PierSpec { @Field(1, LabelSelector, { pointer: true, doc: 'Berths of the pier.' }) selector?: LabelSelector; }
 */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector',
  doc: 'Chooses objects by their labels; an empty one matches all.',
  mapType: 'atomic',
})
export class LabelSelector {
  @Field(1, 'string', { map: true, doc: 'Labels that must be there with exactly these values.' })
  matchLabels?: Record<string, string>;

  @Field(2, LabelSelectorRequirement, { list: true, doc: 'Conditions on labels, all of which must hold.' })
  matchExpressions?: LabelSelectorRequirement[];
}

/**
 * Shape of v1.Condition.
 *
 * @public
 * @example
 * class BerthStatus {
 *   @Field(1, Condition, { list: true, listType: 'map', listMapKeys: ['type'] }) conditions?: Condition[];
 * }
 */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Condition', doc: 'One state an object is in, and since when.' })
export class Condition {
  @Field(1, 'string', { always: true, required: true, doc: 'Which condition it is; each type appears once.' })
  type: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.ConditionStatus',
    doc: 'Whether it holds: True, False or Unknown.',
  })
  status: string;

  @Field(3, 'int64', { doc: 'Generation the status belongs to.' })
  observedGeneration?: number;

  @Field(4, 'time', { always: true, required: true, doc: 'When the status last changed.' })
  lastTransitionTime: string;

  @Field(5, 'string', { always: true, required: true, doc: 'Short cause of the state.' })
  reason: string;

  @Field(6, 'string', { always: true, required: true, doc: 'Explanation of the state.' })
  message: string;
}

/** Shape of v1.Preconditions. */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Preconditions',
  doc: 'What must be true of an object before it is deleted.',
})
export class Preconditions {
  @Field(1, 'string', { pointer: true, alias: 'types.UID', doc: 'Unique id the object must have.' })
  uid?: string;

  @Field(2, 'string', { pointer: true, doc: 'Version the object must still have.' })
  resourceVersion?: string;
}

/**
 * Shape of v1.DeleteOptions.
 *
 * @public
 * @example
 * const options = Object.assign(new DeleteOptions(), { gracePeriodSeconds: 0 });
 */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.DeleteOptions', doc: 'How objects are to be deleted.' })
export class DeleteOptions {
  apiVersion?: string;

  kind?: string;

  @Field(1, 'int64', { pointer: true, doc: 'Time to end gracefully, in seconds; 0 deletes at once.' })
  gracePeriodSeconds?: number;

  @Field(2, Preconditions, { pointer: true, doc: 'What must be true of the object for it to be deleted.' })
  preconditions?: Preconditions;

  @Field(3, 'bool', { pointer: true, doc: 'Deprecated: use propagationPolicy.' })
  orphanDependents?: boolean;

  @Field(4, 'string', {
    pointer: true,
    alias: 'v1.DeletionPropagation',
    doc: 'What becomes of dependents: Orphan, Background or Foreground.',
  })
  propagationPolicy?: string;

  @Field(5, 'string', { list: true, doc: 'All checks the deletion without carrying it out.' })
  dryRun?: string[];

  @Field(6, 'bool', {
    since: '1.32',
    pointer: true,
    doc: 'Deletes even if the stored object is unreadable; alpha and dangerous.',
  })
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/**
 * Shape of v1.FieldSelectorRequirement.
 *
 * @internal
 * @example
 * class Filter { @Field(1, FieldSelectorRequirement, { list: true }) requirements?: FieldSelectorRequirement[]; }
 */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement',
  doc: 'A condition on one field of an object.',
})
export class FieldSelectorRequirement {
  @Field(1, 'string', { always: true, required: true, doc: 'Field the condition is about.' })
  key: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1.FieldSelectorOperator',
    doc: 'In, NotIn, Exists or DoesNotExist.',
  })
  operator: string;

  @Field(3, 'string', {
    list: true,
    listType: 'atomic',
    doc: 'Values to compare with; none for Exists and DoesNotExist.',
  })
  values?: string[];
}

/** Shape of v1.StatusCause. */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.StatusCause',
  doc: 'One cause of a failure, mostly about one field.',
})
export class StatusCause {
  @Field(1, 'string', { alias: 'v1.CauseType', doc: 'Cause as one word, such as FieldValueInvalid.' })
  reason?: string;

  @Field(2, 'string', { doc: 'Explanation of the cause for people.' })
  message?: string;

  @Field(3, 'string', { doc: 'Path of the field at fault, such as spec.replicas.' })
  field?: string;
}

/** Shape of v1.StatusDetails. */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.StatusDetails',
  doc: 'The object a failure is about and its causes.',
})
export class StatusDetails {
  @Field(1, 'string', { doc: 'Name of the object concerned.' })
  name?: string;

  @Field(2, 'string', { doc: 'API group of the object concerned.' })
  group?: string;

  @Field(3, 'string', { doc: 'Kind or resource of the object concerned.' })
  kind?: string;

  @Field(4, StatusCause, { list: true, doc: 'All the causes that were found.' })
  causes?: StatusCause[];

  @Field(5, 'int32', { doc: 'Seconds to wait before trying again.' })
  retryAfterSeconds?: number;

  @Field(6, 'string', { alias: 'types.UID', doc: 'Unique id of the object concerned.' })
  uid?: string;
}

/** Shape of v1.Status. */
@ApiType({
  name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Status',
  doc: 'Outcome of a request, mostly of one that failed.',
})
export class Status {
  apiVersion?: string;

  kind?: string;

  @Field(1, ListMeta, { doc: 'Metadata of the answer, mostly empty.' })
  metadata: ListMeta;

  @Field(2, 'string', { doc: 'Success or Failure of the request.' })
  status?: string;

  @Field(3, 'string', { doc: 'Explanation of the outcome for people.' })
  message?: string;

  @Field(4, 'string', { alias: 'v1.StatusReason', doc: 'Cause of a failure as one word, such as NotFound.' })
  reason?: string;

  @Field(5, StatusDetails, {
    pointer: true,
    listType: 'atomic',
    variants: [
      { until: '1.29', listType: undefined },
      { since: '1.35', listType: undefined },
    ],
    doc: 'What the outcome is about; depends on the reason.',
  })
  details?: StatusDetails;

  @Field(6, 'int32', { doc: 'HTTP status code, such as 404.' })
  code?: number;
}
