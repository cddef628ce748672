import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultResourceQuotaSpec, defaultResourceQuotaStatus } from './resource-quota.defaults.js';

const SCOPES = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
];

/** Shape of v1.ScopedResourceSelectorRequirement. */
@ApiType({ name: 'k8s.io.api.core.v1.ScopedResourceSelectorRequirement', doc: 'A condition on one quota scope.' })
export class ScopedResourceSelectorRequirement {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: SCOPES,
    variants: [{ since: '1.33', enum: [...SCOPES, 'VolumeAttributesClass'] }],
    alias: 'v1.ResourceQuotaScope',
    doc: 'Scope the condition is about.',
  })
  scopeName: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['DoesNotExist', 'Exists', 'In', 'NotIn'],
    alias: 'v1.ScopeSelectorOperator',
    doc: 'In, NotIn, Exists or DoesNotExist; only PriorityClass allows more than Exists.',
  })
  operator: string;

  @Field(3, 'string', { list: true, doc: 'Values to compare with; none for Exists and DoesNotExist.' })
  values?: string[];
}

/** Shape of v1.ScopeSelector. */
@ApiType({
  name: 'k8s.io.api.core.v1.ScopeSelector',
  doc: 'Chooses by scope which pods count for a quota.',
  mapType: 'atomic',
})
export class ScopeSelector {
  @Field(1, ScopedResourceSelectorRequirement, { list: true, doc: 'Conditions on scopes, all of which must hold.' })
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

/** Shape of v1.ResourceQuotaSpec. */
@ApiType({
  name: 'k8s.io.api.core.v1.ResourceQuotaSpec',
  doc: 'Amounts that a quota allows, and what counts toward them.',
  defaults: defaultResourceQuotaSpec,
})
export class ResourceQuotaSpec {
  @Field(1, 'quantity', {
    map: true,
    alias: 'v1.ResourceList',
    doc: 'The most the namespace may use of each resource.',
  })
  hard?: Record<string, string | number>;

  @Field(2, 'string', {
    list: true,
    enum: SCOPES,
    variants: [{ since: '1.33', enum: [...SCOPES, 'VolumeAttributesClass'] }],
    alias: 'v1.ResourceQuotaScope',
    doc: 'Kinds of pods that count, all of which must match; cannot be changed.',
  })
  scopes?: string[];

  @Field(3, ScopeSelector, { pointer: true, doc: 'Scopes with operators and values; a pod has to match all of them.' })
  scopeSelector?: ScopeSelector;
}

/** Shape of v1.ResourceQuotaStatus. */
@ApiType({
  name: 'k8s.io.api.core.v1.ResourceQuotaStatus',
  doc: 'What a quota enforces and what is in use.',
  defaults: defaultResourceQuotaStatus,
})
export class ResourceQuotaStatus {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'The most enforced for each resource at present.' })
  hard?: Record<string, string | number>;

  @Field(2, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'What the namespace uses of each resource now.' })
  used?: Record<string, string | number>;
}

/** Shape of v1.ResourceQuota. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceQuota', doc: 'Caps what all objects of a namespace may use together.' })
export class ResourceQuota {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ResourceQuotaSpec, { doc: 'What is wanted: amounts and what they apply to.' })
  spec?: ResourceQuotaSpec;

  @Field(3, ResourceQuotaStatus, { doc: 'What is known: amounts enforced and in use.' })
  status?: ResourceQuotaStatus;
}
