import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { LocalObjectReference } from '../reference/reference.v1.js';
import { defaultFieldSelector, defaultFileMode, defaultTokenProjection } from './volume.defaults.js';

/** Shape of v1.KeyToPath. */
@ApiType({ name: 'k8s.io.api.core.v1.KeyToPath' })
export class KeyToPath {
  @Field(1, 'string', { always: true, required: true })
  key: string;

  @Field(2, 'string', { always: true, required: true })
  path: string;

  @Field(3, 'int32', { pointer: true })
  mode?: number;
}

/** Shape of v1.SecretVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.SecretVolumeSource',
  doc: 'Files with the values of a Secret.',
  defaults: defaultFileMode,
})
export class SecretVolumeSource {
  @Field(1, 'string', { doc: 'Name of the Secret.' })
  secretName?: string;

  @Field(2, KeyToPath, { list: true, doc: 'Keys to show, and under which paths.' })
  items?: KeyToPath[];

  @Field(3, 'int32', { pointer: true })
  defaultMode?: number;

  @Field(4, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.ObjectFieldSelector. */
@ApiType({ name: 'k8s.io.api.core.v1.ObjectFieldSelector', mapType: 'atomic', defaults: defaultFieldSelector })
export class ObjectFieldSelector {
  @Field(1, 'string')
  apiVersion?: string;

  @Field(2, 'string', { always: true, required: true })
  fieldPath: string;
}

/** Shape of v1.ResourceFieldSelector. */
@ApiType({ name: 'k8s.io.api.core.v1.ResourceFieldSelector', mapType: 'atomic' })
export class ResourceFieldSelector {
  @Field(1, 'string')
  containerName?: string;

  @Field(2, 'string', { always: true, required: true })
  resource: string;

  @Field(3, 'quantity')
  divisor?: string | number;
}

/** Shape of v1.DownwardAPIVolumeFile. */
@ApiType({ name: 'k8s.io.api.core.v1.DownwardAPIVolumeFile' })
export class DownwardAPIVolumeFile {
  @Field(1, 'string', { always: true, required: true })
  path: string;

  @Field(2, ObjectFieldSelector, { pointer: true })
  fieldRef?: ObjectFieldSelector;

  @Field(3, ResourceFieldSelector, { pointer: true })
  resourceFieldRef?: ResourceFieldSelector;

  @Field(4, 'int32', { pointer: true })
  mode?: number;
}

/** Shape of v1.DownwardAPIVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.DownwardAPIVolumeSource', defaults: defaultFileMode })
export class DownwardAPIVolumeSource {
  @Field(1, DownwardAPIVolumeFile, { list: true })
  items?: DownwardAPIVolumeFile[];

  @Field(2, 'int32', { pointer: true })
  defaultMode?: number;
}

/** Shape of v1.ConfigMapVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ConfigMapVolumeSource',
  doc: 'Files with the values of a ConfigMap.',
  embed: 1,
  defaults: defaultFileMode,
})
export class ConfigMapVolumeSource extends LocalObjectReference {
  @Field(2, KeyToPath, { list: true, doc: 'Keys to show, and under which paths.' })
  items?: KeyToPath[];

  @Field(3, 'int32', { pointer: true })
  defaultMode?: number;

  @Field(4, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.SecretProjection. */
@ApiType({ name: 'k8s.io.api.core.v1.SecretProjection', embed: 1 })
export class SecretProjection extends LocalObjectReference {
  @Field(2, KeyToPath, { list: true })
  items?: KeyToPath[];

  @Field(4, 'bool', { pointer: true })
  optional?: boolean;
}

/** Shape of v1.DownwardAPIProjection. */
@ApiType({ name: 'k8s.io.api.core.v1.DownwardAPIProjection' })
export class DownwardAPIProjection {
  @Field(1, DownwardAPIVolumeFile, { list: true })
  items?: DownwardAPIVolumeFile[];
}

/** Shape of v1.ConfigMapProjection. */
@ApiType({ name: 'k8s.io.api.core.v1.ConfigMapProjection', embed: 1 })
export class ConfigMapProjection extends LocalObjectReference {
  @Field(2, KeyToPath, { list: true })
  items?: KeyToPath[];

  @Field(4, 'bool', { pointer: true })
  optional?: boolean;
}

/** Shape of v1.ServiceAccountTokenProjection. */
@ApiType({ name: 'k8s.io.api.core.v1.ServiceAccountTokenProjection', defaults: defaultTokenProjection })
export class ServiceAccountTokenProjection {
  @Field(1, 'string')
  audience?: string;

  @Field(2, 'int64', { pointer: true })
  expirationSeconds?: number;

  @Field(3, 'string', { always: true, required: true })
  path: string;
}

/** Shape of v1.ClusterTrustBundleProjection. */
@ApiType({ name: 'k8s.io.api.core.v1.ClusterTrustBundleProjection' })
export class ClusterTrustBundleProjection {
  @Field(1, 'string', { pointer: true })
  name?: string;

  @Field(2, 'string', { pointer: true })
  signerName?: string;

  @Field(3, LabelSelector, { pointer: true })
  labelSelector?: LabelSelector;

  @Field(4, 'string', { always: true, required: true })
  path: string;

  @Field(5, 'bool', { pointer: true })
  optional?: boolean;
}

/** Shape of v1.VolumeProjection. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeProjection' })
export class VolumeProjection {
  @Field(1, SecretProjection, { pointer: true })
  secret?: SecretProjection;

  @Field(2, DownwardAPIProjection, { pointer: true })
  downwardAPI?: DownwardAPIProjection;

  @Field(3, ConfigMapProjection, { pointer: true })
  configMap?: ConfigMapProjection;

  @Field(4, ServiceAccountTokenProjection, { pointer: true })
  serviceAccountToken?: ServiceAccountTokenProjection;

  @Field(5, ClusterTrustBundleProjection, { pointer: true })
  clusterTrustBundle?: ClusterTrustBundleProjection;
}

/** Shape of v1.ProjectedVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ProjectedVolumeSource',
  doc: 'Files from several sources in one directory.',
  defaults: defaultFileMode,
})
export class ProjectedVolumeSource {
  @Field(1, VolumeProjection, { list: true, always: true, doc: 'The sources.' })
  sources?: VolumeProjection[];

  @Field(2, 'int32', { pointer: true })
  defaultMode?: number;
}
