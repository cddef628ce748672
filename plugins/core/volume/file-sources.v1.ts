import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { AtLeast, AtMost, Required } from '../../../src/plugin-api/built-in.js';
import { LocalObjectReference } from '../reference/reference.v1.js';
import { defaultFieldSelector, defaultFileMode, defaultTokenProjection } from './volume.defaults.js';

/** Shape of v1.KeyToPath. */
@ApiType({ name: 'k8s.io.api.core.v1.KeyToPath', doc: 'Puts one entry of the source into a file of the volume.' })
export class KeyToPath {
  @Field(1, 'string', { always: true, required: true, doc: 'Key of the entry to project.' })
  @Required()
  key: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    doc: 'File path relative to the volume; may not contain two dots as a step.',
  })
  @Required()
  path: string;

  @Field(3, 'int32', {
    pointer: true,
    doc: 'Permission bits of the file, 0 to 0777; the default of the volume when unset.',
  })
  @AtLeast(0, 'must be a number between 0 and 0777 (octal), both inclusive')
  @AtMost(0o777, 'must be a number between 0 and 0777 (octal), both inclusive')
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
  @Required()
  secretName?: string;

  @Field(2, KeyToPath, { list: true, doc: 'Keys to show, and under which paths.' })
  items?: KeyToPath[];

  @Field(3, 'int32', { pointer: true, doc: 'Permission bits of the files; 0644 when unset.' })
  @AtLeast(0, 'must be a number between 0 and 0777 (octal), both inclusive')
  @AtMost(0o777, 'must be a number between 0 and 0777 (octal), both inclusive')
  defaultMode?: number;

  @Field(4, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.ObjectFieldSelector. */
@ApiType({
  name: 'k8s.io.api.core.v1.ObjectFieldSelector',
  doc: 'Reference to a field of the pod itself.',
  mapType: 'atomic',
  defaults: defaultFieldSelector,
})
export class ObjectFieldSelector {
  @Field(1, 'string', { doc: 'API version in which the path is read; v1 when unset.' })
  apiVersion?: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Path of the field, such as metadata.namespace.' })
  fieldPath: string;
}

/** Shape of v1.ResourceFieldSelector. */
@ApiType({
  name: 'k8s.io.api.core.v1.ResourceFieldSelector',
  doc: 'A limit or request of a container, to be passed on as a value.',
  mapType: 'atomic',
})
export class ResourceFieldSelector {
  @Field(1, 'string', { doc: 'Container to read from; required in volumes.' })
  containerName?: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Which amount to read, such as limits.cpu.' })
  resource: string;

  @Field(3, 'quantity', { doc: 'Unit the amount is divided by; 1 when unset.' })
  divisor?: string | number;
}

/** Shape of v1.DownwardAPIVolumeFile. */
@ApiType({ name: 'k8s.io.api.core.v1.DownwardAPIVolumeFile', doc: 'A file with one fact about the pod.' })
export class DownwardAPIVolumeFile {
  @Field(1, 'string', { always: true, required: true, doc: 'File to write, relative to the volume.' })
  @Required()
  path: string;

  @Field(2, ObjectFieldSelector, { pointer: true, doc: 'Pod field to write; not together with resourceFieldRef.' })
  fieldRef?: ObjectFieldSelector;

  @Field(3, ResourceFieldSelector, { pointer: true, doc: 'Container resource to write; not together with fieldRef.' })
  resourceFieldRef?: ResourceFieldSelector;

  @Field(4, 'int32', { pointer: true, doc: 'Mode bits of the file; those of the volume when unset.' })
  @AtLeast(0, 'must be a number between 0 and 0777 (octal), both inclusive')
  @AtMost(0o777, 'must be a number between 0 and 0777 (octal), both inclusive')
  mode?: number;
}

/** Shape of v1.DownwardAPIVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.DownwardAPIVolumeSource',
  doc: 'Volume whose files hold facts about the pod itself.',
  defaults: defaultFileMode,
})
export class DownwardAPIVolumeSource {
  @Field(1, DownwardAPIVolumeFile, { list: true, doc: 'Files to create, each with the fact it shows.' })
  items?: DownwardAPIVolumeFile[];

  @Field(2, 'int32', { pointer: true, doc: 'Permission bits of files without a mode of their own; 0644 when unset.' })
  @AtLeast(0, 'must be a number between 0 and 0777 (octal), both inclusive')
  @AtMost(0o777, 'must be a number between 0 and 0777 (octal), both inclusive')
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

  @Field(3, 'int32', { pointer: true, doc: 'Mode bits of the files; octal 0644 when unset.' })
  @AtLeast(0, 'must be a number between 0 and 0777 (octal), both inclusive')
  @AtMost(0o777, 'must be a number between 0 and 0777 (octal), both inclusive')
  defaultMode?: number;

  @Field(4, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.SecretProjection. */
@ApiType({
  name: 'k8s.io.api.core.v1.SecretProjection',
  doc: 'Values of a Secret as files of a projected volume.',
  embed: 1,
})
export class SecretProjection extends LocalObjectReference {
  @Field(2, KeyToPath, { list: true, doc: 'Keys to show, and under which paths.' })
  items?: KeyToPath[];

  @Field(4, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.DownwardAPIProjection. */
@ApiType({ name: 'k8s.io.api.core.v1.DownwardAPIProjection', doc: 'Files about the pod in a projected volume.' })
export class DownwardAPIProjection {
  @Field(1, DownwardAPIVolumeFile, { list: true, doc: 'Files to write, and what goes into them.' })
  items?: DownwardAPIVolumeFile[];
}

/** Shape of v1.ConfigMapProjection. */
@ApiType({
  name: 'k8s.io.api.core.v1.ConfigMapProjection',
  doc: 'Files from a ConfigMap in a projected volume.',
  embed: 1,
})
export class ConfigMapProjection extends LocalObjectReference {
  @Field(2, KeyToPath, { list: true, doc: 'Keys to show, and under which paths.' })
  items?: KeyToPath[];

  @Field(4, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.ServiceAccountTokenProjection. */
@ApiType({
  name: 'k8s.io.api.core.v1.ServiceAccountTokenProjection',
  doc: 'A service account token as a file of a projected volume.',
  defaults: defaultTokenProjection,
})
export class ServiceAccountTokenProjection {
  @Field(1, 'string', { doc: 'Whom the token is meant for; the API server when unset.' })
  audience?: string;

  @Field(2, 'int64', { pointer: true, doc: 'Lifetime of the token in seconds; 3600 when unset, at least 600.' })
  @AtLeast(600, 'may not specify a duration less than 10 minutes')
  @AtMost(2 ** 32, 'may not specify a duration larger than 2^32 seconds')
  expirationSeconds?: number;

  @Field(3, 'string', { always: true, required: true, doc: 'Path of the token file, relative to the volume.' })
  path: string;
}

/** Shape of v1.ClusterTrustBundleProjection. */
@ApiType({
  name: 'k8s.io.api.core.v1.ClusterTrustBundleProjection',
  doc: 'A file with the certificates of trust bundles.',
})
export class ClusterTrustBundleProjection {
  @Field(1, 'string', { pointer: true, doc: 'Name of the one bundle to use; not together with signerName.' })
  name?: string;

  @Field(2, 'string', { pointer: true, doc: 'Signer whose bundles are used; not together with name.' })
  signerName?: string;

  @Field(3, LabelSelector, { pointer: true, doc: 'Labels of the bundles of signerName; unset selects none.' })
  labelSelector?: LabelSelector;

  @Field(4, 'string', { always: true, required: true, doc: 'File to write, relative to the volume.' })
  @Required()
  path: string;

  @Field(5, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.PodCertificateProjection. */
@ApiType({
  name: 'k8s.io.api.core.v1.PodCertificateProjection',
  doc: 'A private key and certificates that the kubelet asks for and renews.',
})
export class PodCertificateProjection {
  @Field(1, 'string', { required: true, doc: 'Name of the signer.' })
  signerName: string;

  @Field(2, 'string', {
    required: true,
    doc: 'Kind of the key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519.',
  })
  keyType: string;

  @Field(3, 'int32', { pointer: true, doc: 'Longest life of a certificate in seconds; a day when unset.' })
  maxExpirationSeconds?: number;

  @Field(4, 'string', { doc: 'Path of a file with the key and the certificates.' })
  credentialBundlePath?: string;

  @Field(5, 'string', { doc: 'Path of a file with the key alone.' })
  keyPath?: string;

  @Field(6, 'string', { doc: 'Path of a file with the certificates alone.' })
  certificateChainPath?: string;

  @Field(7, 'string', { since: '1.35', map: true, doc: 'What the signer is given besides.' })
  userAnnotations?: Record<string, string>;
}

/** Shape of v1.VolumeProjection. */
@ApiType({
  name: 'k8s.io.api.core.v1.VolumeProjection',
  doc: 'One source of a projected volume; exactly one member is set.',
})
export class VolumeProjection {
  @Field(1, SecretProjection, { pointer: true, doc: 'Files with the values of a Secret.' })
  secret?: SecretProjection;

  @Field(2, DownwardAPIProjection, { pointer: true, doc: 'Files with facts about the pod.' })
  downwardAPI?: DownwardAPIProjection;

  @Field(3, ConfigMapProjection, { pointer: true, doc: 'Files with the values of a ConfigMap.' })
  configMap?: ConfigMapProjection;

  @Field(4, ServiceAccountTokenProjection, { pointer: true, doc: 'A file with a token of the service account.' })
  serviceAccountToken?: ServiceAccountTokenProjection;

  @Field(5, ClusterTrustBundleProjection, {
    since: '1.29',
    pointer: true,
    doc: 'CA certificates from ClusterTrustBundle objects; alpha.',
  })
  clusterTrustBundle?: ClusterTrustBundleProjection;

  @Field(6, PodCertificateProjection, {
    since: '1.34',
    pointer: true,
    doc: 'Private key of the pod with a certificate that is renewed.',
  })
  podCertificate?: PodCertificateProjection;
}

/** Shape of v1.ProjectedVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ProjectedVolumeSource',
  doc: 'Files from several sources in one directory.',
  defaults: defaultFileMode,
})
export class ProjectedVolumeSource {
  @Field(1, VolumeProjection, {
    variants: [{ until: '1.19', required: true }],
    list: true,
    always: true,
    doc: 'Secrets, config maps and others whose files share the directory.',
  })
  sources?: VolumeProjection[];

  @Field(2, 'int32', { pointer: true, doc: 'Permission bits of the files; 0644 when unset.' })
  @AtLeast(0, 'must be a number between 0 and 0777 (octal), both inclusive')
  @AtMost(0o777, 'must be a number between 0 and 0777 (octal), both inclusive')
  defaultMode?: number;
}
