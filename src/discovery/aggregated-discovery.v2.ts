import { ApiType, Field, ObjectMeta } from '../schema/index.js';

// Versions v2 and v2beta1 are the same in every byte but their names.

/** Shape of v1.GroupVersionKind. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind' })
export class GroupVersionKind {
  @Field(1, 'string', { always: true }) group: string;
  @Field(2, 'string', { always: true }) version: string;
  @Field(3, 'string', { always: true }) kind: string;
}

/** Shape of v2.APISubresourceDiscovery. */
@ApiType({ name: 'k8s.io.api.apidiscovery.v2.APISubresourceDiscovery' })
export class APISubresourceDiscovery {
  @Field(1, 'string', { always: true }) subresource: string;
  @Field(2, GroupVersionKind, { pointer: true }) responseKind?: GroupVersionKind;
  @Field(3, GroupVersionKind, { list: true }) acceptedTypes?: GroupVersionKind[];
  @Field(4, 'string', { list: true, always: true }) verbs: string[];
}

/** Shape of v2.APIResourceDiscovery. */
@ApiType({ name: 'k8s.io.api.apidiscovery.v2.APIResourceDiscovery' })
export class APIResourceDiscovery {
  @Field(1, 'string', { always: true }) resource: string;
  @Field(2, GroupVersionKind, { pointer: true }) responseKind?: GroupVersionKind;
  @Field(3, 'string', { always: true }) scope: string;
  @Field(4, 'string', { always: true }) singularResource: string;
  @Field(5, 'string', { list: true, always: true }) verbs: string[];
  @Field(6, 'string', { list: true }) shortNames?: string[];
  @Field(7, 'string', { list: true }) categories?: string[];
  @Field(8, APISubresourceDiscovery, { list: true }) subresources?: APISubresourceDiscovery[];
}

/** Shape of v2.APIVersionDiscovery. */
@ApiType({ name: 'k8s.io.api.apidiscovery.v2.APIVersionDiscovery' })
export class APIVersionDiscovery {
  @Field(1, 'string', { always: true }) version: string;
  @Field(2, APIResourceDiscovery, { list: true }) resources?: APIResourceDiscovery[];
  @Field(3, 'string') freshness?: string;
}

/** Shape of v2.APIGroupDiscovery. */
@ApiType({ name: 'k8s.io.api.apidiscovery.v2.APIGroupDiscovery' })
export class APIGroupDiscovery {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, APIVersionDiscovery, { list: true }) versions?: APIVersionDiscovery[];
}
