import { ApiType, Field, ObjectMeta, isQualifiedName } from '../../../src/plugin-api/index.js';
import { Format, Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1alpha1.StorageVersionSpec. */
@ApiType({ name: 'k8s.io.api.apiserverinternal.v1alpha1.StorageVersionSpec', doc: 'There is nothing to be chosen.' })
export class StorageVersionSpec {}

/** Shape of v1alpha1.ServerStorageVersion. */
@ApiType({
  name: 'k8s.io.api.apiserverinternal.v1alpha1.ServerStorageVersion',
  doc: 'The versions one API server writes and reads.',
})
export class ServerStorageVersion {
  @Field(1, 'string', { variants: [{ since: '1.36', required: true }], doc: 'The API server.' })
  apiServerID?: string;

  @Field(2, 'string', { variants: [{ since: '1.36', required: true }], doc: 'The version it writes.' })
  encodingVersion?: string;

  @Field(3, 'string', {
    list: true,
    listType: 'set',
    variants: [{ since: '1.36', required: true }],
    doc: 'Versions it can read.',
  })
  decodableVersions?: string[];

  @Field(4, 'string', { since: '1.28', list: true, listType: 'set', doc: 'Versions it serves.' })
  servedVersions?: string[];
}

/** Shape of v1alpha1.StorageVersionCondition. */
@ApiType({
  name: 'k8s.io.api.apiserverinternal.v1alpha1.StorageVersionCondition',
  doc: 'The state of a storage version in one respect.',
})
export class StorageVersionCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1alpha1.StorageVersionConditionType',
    doc: 'What the condition is about.',
  })
  @Format(isQualifiedName, { ofEmpty: true })
  type: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    alias: 'v1alpha1.ConditionStatus',
    doc: 'True, False or Unknown.',
  })
  @Format(isQualifiedName, { ofEmpty: true })
  status: string;

  @Field(3, 'int64', { doc: 'The generation that was looked at.' })
  observedGeneration?: number;

  @Field(4, 'time', { doc: 'When it last changed.' })
  lastTransitionTime?: string;

  @Field(5, 'string', { always: true, required: true, doc: 'Why, in one word.' })
  @Required('reason cannot be empty')
  reason: string;

  @Field(6, 'string', { required: true, doc: 'Why, in words.' })
  @Required('message cannot be empty')
  message: string;
}

/** Shape of v1alpha1.StorageVersionStatus. */
@ApiType({
  name: 'k8s.io.api.apiserverinternal.v1alpha1.StorageVersionStatus',
  doc: 'The versions each API server writes and reads.',
})
export class StorageVersionStatus {
  @Field(1, ServerStorageVersion, {
    list: true,
    listType: 'map',
    listMapKeys: ['apiServerID'],
    doc: 'The versions, server by server.',
  })
  storageVersions?: ServerStorageVersion[];

  @Field(2, 'string', { pointer: true, doc: 'The version all of them write.' })
  commonEncodingVersion?: string;

  @Field(3, StorageVersionCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    doc: 'The states that are known.',
  })
  conditions?: StorageVersionCondition[];
}

/** Shape of v1alpha1.StorageVersion. */
@ApiType({
  name: 'k8s.io.api.apiserverinternal.v1alpha1.StorageVersion',
  doc: 'The versions in which API servers store a resource.',
})
export class StorageVersion {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, StorageVersionSpec, {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'What is wanted.',
  })
  spec: StorageVersionSpec;

  @Field(3, StorageVersionStatus, {
    variants: [{ since: '1.36', required: undefined }],
    always: true,
    required: true,
    doc: 'What is found; written by the system.',
  })
  status: StorageVersionStatus;
}
