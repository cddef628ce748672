import { ApiType, Field } from '../schema/index.js';

// The protobuf types of the documents; in JSON and YAML they are written as assembled.

/** Shape of v1.GroupVersionForDiscovery. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionForDiscovery' })
export class GroupVersionForDiscovery {
  @Field(1, 'string', { always: true }) groupVersion: string;
  @Field(2, 'string', { always: true }) version: string;
}

/** Shape of v1.ServerAddressByClientCIDR. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.ServerAddressByClientCIDR' })
export class ServerAddressByClientCIDR {
  @Field(1, 'string', { always: true }) clientCIDR: string;
  @Field(2, 'string', { always: true }) serverAddress: string;
}

/** Shape of v1.APIGroup. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.APIGroup' })
export class APIGroup {
  @Field(1, 'string', { always: true }) name: string;
  @Field(2, GroupVersionForDiscovery, { list: true, always: true }) versions: GroupVersionForDiscovery[];
  @Field(3, GroupVersionForDiscovery) preferredVersion?: GroupVersionForDiscovery;
  @Field(4, ServerAddressByClientCIDR, { list: true }) serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
}

/** Shape of v1.APIGroupList. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.APIGroupList' })
export class APIGroupList {
  @Field(1, APIGroup, { list: true, always: true }) groups: APIGroup[];
}

/** Shape of v1.APIVersions. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.APIVersions' })
export class APIVersions {
  @Field(1, 'string', { list: true, always: true }) versions: string[];
  @Field(2, ServerAddressByClientCIDR, { list: true, always: true })
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
}

/** Shape of v1.Verbs: a list that is its own message in protobuf, and a plain one in JSON. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.Verbs' })
export class Verbs {
  @Field(1, 'string', { list: true }) items?: string[];
}

/** Shape of v1.APIResource. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.APIResource' })
export class APIResource {
  @Field(1, 'string', { always: true }) name: string;
  @Field(2, 'bool', { always: true }) namespaced: boolean;
  @Field(3, 'string', { always: true }) kind: string;
  @Field(4, Verbs, { pointer: true }) verbs: Verbs;
  @Field(5, 'string', { list: true }) shortNames?: string[];
  @Field(6, 'string', { always: true }) singularName: string;
  @Field(7, 'string', { list: true }) categories?: string[];
  @Field(8, 'string') group?: string;
  @Field(9, 'string') version?: string;
  @Field(10, 'string') storageVersionHash?: string;
}

/** Shape of v1.APIResourceList. */
@ApiType({ name: 'k8s.io.apimachinery.pkg.apis.meta.v1.APIResourceList' })
export class APIResourceList {
  @Field(1, 'string', { always: true }) groupVersion: string;
  @Field(2, APIResource, { list: true, always: true }) resources: APIResource[];
}
