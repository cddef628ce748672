import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';

/** Shape of v1.ScopedResourceSelectorRequirement. */
@ApiType({ name: 'k8s.io.api.core.v1.ScopedResourceSelectorRequirement' })
export class ScopedResourceSelectorRequirement {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: [
      'BestEffort',
      'CrossNamespacePodAffinity',
      'NotBestEffort',
      'NotTerminating',
      'PriorityClass',
      'Terminating',
    ],
    alias: 'v1.ResourceQuotaScope',
  })
  scopeName: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['DoesNotExist', 'Exists', 'In', 'NotIn'],
    alias: 'v1.ScopeSelectorOperator',
  })
  operator: string;

  @Field(3, 'string', { list: true })
  values?: string[];
}

/** Shape of v1.ScopeSelector. */
@ApiType({ name: 'k8s.io.api.core.v1.ScopeSelector', mapType: 'atomic' })
export class ScopeSelector {
  @Field(1, ScopedResourceSelectorRequirement, { list: true })
  matchExpressions?: ScopedResourceSelectorRequirement[];
}

/** Shape of v1.ResourceQuotaSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceQuotaSpec' })
export class ResourceQuotaSpec {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList' })
  hard?: Record<string, string | number>;

  @Field(2, 'string', {
    list: true,
    enum: [
      'BestEffort',
      'CrossNamespacePodAffinity',
      'NotBestEffort',
      'NotTerminating',
      'PriorityClass',
      'Terminating',
    ],
    alias: 'v1.ResourceQuotaScope',
  })
  scopes?: string[];

  @Field(3, ScopeSelector, { pointer: true })
  scopeSelector?: ScopeSelector;
}

/** Shape of v1.ResourceQuotaStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceQuotaStatus' })
export class ResourceQuotaStatus {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList' })
  hard?: Record<string, string | number>;

  @Field(2, 'quantity', { map: true, alias: 'v1.ResourceList' })
  used?: Record<string, string | number>;
}

/** Shape of v1.ResourceQuota. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceQuota' })
export class ResourceQuota {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, ResourceQuotaSpec)
  spec?: ResourceQuotaSpec;

  @Field(3, ResourceQuotaStatus)
  status?: ResourceQuotaStatus;
}
