import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { LocalObjectReference } from '../reference/reference.v1.js';
import { PersistentVolumeClaimTemplate } from '../persistent-volume-claim/persistent-volume-claim.v1.js';
import { defaultHostPath, defaultVolume } from './volume.defaults.js';
import {
  ConfigMapVolumeSource,
  DownwardAPIVolumeSource,
  ProjectedVolumeSource,
  SecretVolumeSource,
} from './file-sources.v1.js';

/** Shape of v1.HostPathVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.HostPathVolumeSource',
  doc: 'A file or directory of the node.',
  defaults: defaultHostPath,
})
export class HostPathVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Path on the node.' })
  path: string;

  @Field(2, 'string', {
    pointer: true,
    enum: ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'],
    alias: 'v1.HostPathType',
    doc: 'What has to be there.',
  })
  type?: string;
}

/** Shape of v1.EmptyDirVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.EmptyDirVolumeSource', doc: 'A directory that lives as long as the pod.' })
export class EmptyDirVolumeSource {
  @Field(1, 'string', { alias: 'v1.StorageMedium', doc: 'Where it is kept; Memory for RAM.' })
  medium?: string;

  @Field(2, 'quantity', { pointer: true, doc: 'The most it may hold.' })
  sizeLimit?: string | number;
}

/** Shape of v1.GCEPersistentDiskVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.GCEPersistentDiskVolumeSource' })
export class GCEPersistentDiskVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  pdName: string;

  @Field(2, 'string')
  fsType?: string;

  @Field(3, 'int32')
  partition?: number;

  @Field(4, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.AWSElasticBlockStoreVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.AWSElasticBlockStoreVolumeSource' })
export class AWSElasticBlockStoreVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  volumeID: string;

  @Field(2, 'string')
  fsType?: string;

  @Field(3, 'int32')
  partition?: number;

  @Field(4, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.GitRepoVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.GitRepoVolumeSource' })
export class GitRepoVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  repository: string;

  @Field(2, 'string')
  revision?: string;

  @Field(3, 'string')
  directory?: string;
}

/** Shape of v1.NFSVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.NFSVolumeSource' })
export class NFSVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  server: string;

  @Field(2, 'string', { always: true, required: true })
  path: string;

  @Field(3, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.ISCSIVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ISCSIVolumeSource' })
export class ISCSIVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  targetPortal: string;

  @Field(2, 'string', { always: true, required: true })
  iqn: string;

  @Field(3, 'int32', { always: true, required: true })
  lun: number;

  @Field(4, 'string', { default: 'default' })
  iscsiInterface?: string;

  @Field(5, 'string')
  fsType?: string;

  @Field(6, 'bool')
  readOnly?: boolean;

  @Field(7, 'string', { list: true })
  portals?: string[];

  @Field(8, 'bool')
  chapAuthDiscovery?: boolean;

  @Field(10, LocalObjectReference, { pointer: true })
  secretRef?: LocalObjectReference;

  @Field(11, 'bool')
  chapAuthSession?: boolean;

  @Field(12, 'string', { pointer: true })
  initiatorName?: string;
}

/** Shape of v1.GlusterfsVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.GlusterfsVolumeSource' })
export class GlusterfsVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  endpoints: string;

  @Field(2, 'string', { always: true, required: true })
  path: string;

  @Field(3, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.PersistentVolumeClaimVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeClaimVolumeSource' })
export class PersistentVolumeClaimVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  claimName: string;

  @Field(2, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.RBDVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.RBDVolumeSource' })
export class RBDVolumeSource {
  @Field(1, 'string', { list: true, always: true, required: true })
  monitors?: string[];

  @Field(2, 'string', { always: true, required: true })
  image: string;

  @Field(3, 'string')
  fsType?: string;

  @Field(4, 'string', { default: 'rbd' })
  pool?: string;

  @Field(5, 'string', { default: 'admin' })
  user?: string;

  @Field(6, 'string', { default: '/etc/ceph/keyring' })
  keyring?: string;

  @Field(7, LocalObjectReference, { pointer: true })
  secretRef?: LocalObjectReference;

  @Field(8, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.FlexVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.FlexVolumeSource' })
export class FlexVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  driver: string;

  @Field(2, 'string')
  fsType?: string;

  @Field(3, LocalObjectReference, { pointer: true })
  secretRef?: LocalObjectReference;

  @Field(4, 'bool')
  readOnly?: boolean;

  @Field(5, 'string', { map: true })
  options?: Record<string, string>;
}

/** Shape of v1.CinderVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.CinderVolumeSource' })
export class CinderVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  volumeID: string;

  @Field(2, 'string')
  fsType?: string;

  @Field(3, 'bool')
  readOnly?: boolean;

  @Field(4, LocalObjectReference, { pointer: true })
  secretRef?: LocalObjectReference;
}

/** Shape of v1.CephFSVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.CephFSVolumeSource' })
export class CephFSVolumeSource {
  @Field(1, 'string', { list: true, always: true, required: true })
  monitors?: string[];

  @Field(2, 'string')
  path?: string;

  @Field(3, 'string')
  user?: string;

  @Field(4, 'string')
  secretFile?: string;

  @Field(5, LocalObjectReference, { pointer: true })
  secretRef?: LocalObjectReference;

  @Field(6, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.FlockerVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.FlockerVolumeSource' })
export class FlockerVolumeSource {
  @Field(1, 'string')
  datasetName?: string;

  @Field(2, 'string')
  datasetUUID?: string;
}

/** Shape of v1.FCVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.FCVolumeSource' })
export class FCVolumeSource {
  @Field(1, 'string', { list: true })
  targetWWNs?: string[];

  @Field(2, 'int32', { pointer: true })
  lun?: number;

  @Field(3, 'string')
  fsType?: string;

  @Field(4, 'bool')
  readOnly?: boolean;

  @Field(5, 'string', { list: true })
  wwids?: string[];
}

/** Shape of v1.AzureFileVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.AzureFileVolumeSource' })
export class AzureFileVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  secretName: string;

  @Field(2, 'string', { always: true, required: true })
  shareName: string;

  @Field(3, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.VsphereVirtualDiskVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.VsphereVirtualDiskVolumeSource' })
export class VsphereVirtualDiskVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  volumePath: string;

  @Field(2, 'string')
  fsType?: string;

  @Field(3, 'string')
  storagePolicyName?: string;

  @Field(4, 'string')
  storagePolicyID?: string;
}

/** Shape of v1.QuobyteVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.QuobyteVolumeSource' })
export class QuobyteVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  registry: string;

  @Field(2, 'string', { always: true, required: true })
  volume: string;

  @Field(3, 'bool')
  readOnly?: boolean;

  @Field(4, 'string')
  user?: string;

  @Field(5, 'string')
  group?: string;

  @Field(6, 'string')
  tenant?: string;
}

/** Shape of v1.AzureDiskVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.AzureDiskVolumeSource' })
export class AzureDiskVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  diskName: string;

  @Field(2, 'string', { always: true, required: true })
  diskURI: string;

  @Field(3, 'string', {
    pointer: true,
    default: 'ReadWrite',
    enum: ['None', 'ReadOnly', 'ReadWrite'],
    alias: 'v1.AzureDataDiskCachingMode',
  })
  cachingMode?: string;

  @Field(4, 'string', { pointer: true, default: 'ext4' })
  fsType?: string;

  @Field(5, 'bool', { pointer: true, default: false })
  readOnly?: boolean;

  @Field(6, 'string', {
    pointer: true,
    default: 'Shared',
    enum: ['Dedicated', 'Managed', 'Shared'],
    alias: 'v1.AzureDataDiskKind',
  })
  kind?: string;
}

/** Shape of v1.PhotonPersistentDiskVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.PhotonPersistentDiskVolumeSource' })
export class PhotonPersistentDiskVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  pdID: string;

  @Field(2, 'string')
  fsType?: string;
}

/** Shape of v1.PortworxVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.PortworxVolumeSource' })
export class PortworxVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  volumeID: string;

  @Field(2, 'string')
  fsType?: string;

  @Field(3, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.ScaleIOVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ScaleIOVolumeSource' })
export class ScaleIOVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  gateway: string;

  @Field(2, 'string', { always: true, required: true })
  system: string;

  @Field(3, LocalObjectReference, { pointer: true, always: true, required: true })
  secretRef: LocalObjectReference;

  @Field(4, 'bool')
  sslEnabled?: boolean;

  @Field(5, 'string')
  protectionDomain?: string;

  @Field(6, 'string')
  storagePool?: string;

  @Field(7, 'string', { default: 'ThinProvisioned' })
  storageMode?: string;

  @Field(8, 'string')
  volumeName?: string;

  @Field(9, 'string', { default: 'xfs' })
  fsType?: string;

  @Field(10, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.StorageOSVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.StorageOSVolumeSource' })
export class StorageOSVolumeSource {
  @Field(1, 'string')
  volumeName?: string;

  @Field(2, 'string')
  volumeNamespace?: string;

  @Field(3, 'string')
  fsType?: string;

  @Field(4, 'bool')
  readOnly?: boolean;

  @Field(5, LocalObjectReference, { pointer: true })
  secretRef?: LocalObjectReference;
}

/** Shape of v1.CSIVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.CSIVolumeSource' })
export class CSIVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  driver: string;

  @Field(2, 'bool', { pointer: true })
  readOnly?: boolean;

  @Field(3, 'string', { pointer: true })
  fsType?: string;

  @Field(4, 'string', { map: true })
  volumeAttributes?: Record<string, string>;

  @Field(5, LocalObjectReference, { pointer: true })
  nodePublishSecretRef?: LocalObjectReference;
}

/** Shape of v1.EphemeralVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.EphemeralVolumeSource' })
export class EphemeralVolumeSource {
  @Field(1, PersistentVolumeClaimTemplate, { pointer: true })
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;
}

/** Shape of v1.ImageVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ImageVolumeSource' })
export class ImageVolumeSource {
  @Field(1, 'string')
  reference?: string;

  @Field(2, 'string', { enum: ['Always', 'IfNotPresent', 'Never'], alias: 'v1.PullPolicy' })
  pullPolicy?: string;
}

/** Shape of v1.VolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeSource' })
export class VolumeSource {
  @Field(1, HostPathVolumeSource, { pointer: true })
  hostPath?: HostPathVolumeSource;

  @Field(2, EmptyDirVolumeSource, { pointer: true })
  emptyDir?: EmptyDirVolumeSource;

  @Field(3, GCEPersistentDiskVolumeSource, { pointer: true })
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;

  @Field(4, AWSElasticBlockStoreVolumeSource, { pointer: true })
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;

  @Field(5, GitRepoVolumeSource, { pointer: true })
  gitRepo?: GitRepoVolumeSource;

  @Field(6, SecretVolumeSource, { pointer: true })
  secret?: SecretVolumeSource;

  @Field(7, NFSVolumeSource, { pointer: true })
  nfs?: NFSVolumeSource;

  @Field(8, ISCSIVolumeSource, { pointer: true })
  iscsi?: ISCSIVolumeSource;

  @Field(9, GlusterfsVolumeSource, { pointer: true })
  glusterfs?: GlusterfsVolumeSource;

  @Field(10, PersistentVolumeClaimVolumeSource, { pointer: true })
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;

  @Field(11, RBDVolumeSource, { pointer: true })
  rbd?: RBDVolumeSource;

  @Field(12, FlexVolumeSource, { pointer: true })
  flexVolume?: FlexVolumeSource;

  @Field(13, CinderVolumeSource, { pointer: true })
  cinder?: CinderVolumeSource;

  @Field(14, CephFSVolumeSource, { pointer: true })
  cephfs?: CephFSVolumeSource;

  @Field(15, FlockerVolumeSource, { pointer: true })
  flocker?: FlockerVolumeSource;

  @Field(16, DownwardAPIVolumeSource, { pointer: true })
  downwardAPI?: DownwardAPIVolumeSource;

  @Field(17, FCVolumeSource, { pointer: true })
  fc?: FCVolumeSource;

  @Field(18, AzureFileVolumeSource, { pointer: true })
  azureFile?: AzureFileVolumeSource;

  @Field(19, ConfigMapVolumeSource, { pointer: true })
  configMap?: ConfigMapVolumeSource;

  @Field(20, VsphereVirtualDiskVolumeSource, { pointer: true })
  vsphereVolume?: VsphereVirtualDiskVolumeSource;

  @Field(21, QuobyteVolumeSource, { pointer: true })
  quobyte?: QuobyteVolumeSource;

  @Field(22, AzureDiskVolumeSource, { pointer: true })
  azureDisk?: AzureDiskVolumeSource;

  @Field(23, PhotonPersistentDiskVolumeSource, { pointer: true })
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;

  @Field(24, PortworxVolumeSource, { pointer: true })
  portworxVolume?: PortworxVolumeSource;

  @Field(25, ScaleIOVolumeSource, { pointer: true })
  scaleIO?: ScaleIOVolumeSource;

  @Field(26, ProjectedVolumeSource, { pointer: true })
  projected?: ProjectedVolumeSource;

  @Field(27, StorageOSVolumeSource, { pointer: true })
  storageos?: StorageOSVolumeSource;

  @Field(28, CSIVolumeSource, { pointer: true })
  csi?: CSIVolumeSource;

  @Field(29, EphemeralVolumeSource, { pointer: true })
  ephemeral?: EphemeralVolumeSource;

  @Field(30, ImageVolumeSource, { pointer: true })
  image?: ImageVolumeSource;
}

/** Shape of v1.Volume. */
@ApiType({
  name: 'k8s.io.api.core.v1.Volume',
  doc: 'Files that containers of a pod can mount.',
  embed: 2,
  defaults: defaultVolume,
})
export class Volume extends VolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Name by which containers mount it.' })
  name: string;
}
