import { ApiType, Field, isDns1123Label } from '../../../src/plugin-api/index.js';
import { Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { LocalObjectReference } from '../reference/reference.v1.js';
import { PersistentVolumeClaimTemplate } from '../persistent-volume-claim/persistent-volume-claim.v1.js';
import { defaultHostPath, defaultVolume } from './volume.defaults.js';
import {
  ConfigMapVolumeSource,
  DownwardAPIVolumeSource,
  ProjectedVolumeSource,
  SecretVolumeSource,
} from './file-sources.v1.js';
import {
  GCEPersistentDiskVolumeSource,
  AWSElasticBlockStoreVolumeSource,
  NFSVolumeSource,
  ISCSIVolumeSource,
  GlusterfsVolumeSource,
  RBDVolumeSource,
  FlexVolumeSource,
  CinderVolumeSource,
  CephFSVolumeSource,
  FlockerVolumeSource,
  FCVolumeSource,
  AzureFileVolumeSource,
  VsphereVirtualDiskVolumeSource,
  QuobyteVolumeSource,
  AzureDiskVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
} from './disk-sources.v1.js';

/** Shape of v1.HostPathVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.HostPathVolumeSource',
  doc: 'A file or directory of the node.',
  defaults: defaultHostPath,
})
export class HostPathVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Path on the node.' })
  @Required()
  path: string;

  @Field(2, 'string', {
    pointer: true,
    enum: ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'],
    alias: 'v1.HostPathType',
    doc: 'What has to be there.',
  })
  @OneOf('', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket')
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

/** Shape of v1.GitRepoVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.GitRepoVolumeSource',
  doc: 'Deprecated: copy of a Git repository; use an emptyDir and an init container.',
})
export class GitRepoVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Address of the repository to clone.' })
  @Required()
  repository: string;

  @Field(2, 'string', { doc: 'Commit to check out; the default branch when unset.' })
  revision?: string;

  @Field(3, 'string', { doc: 'Directory to clone into; with a dot the volume itself is the repository.' })
  directory?: string;
}

/** Shape of v1.PersistentVolumeClaimVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.PersistentVolumeClaimVolumeSource',
  doc: 'Volume bound to a claim in the namespace of the pod.',
})
export class PersistentVolumeClaimVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the claim, in the namespace of the pod.' })
  @Required()
  claimName: string;

  @Field(2, 'bool', { doc: 'Mounts the volume without write access; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.CSIVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.CSIVolumeSource', doc: 'A volume a CSI driver makes for the life of one pod.' })
export class CSIVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the CSI driver in charge.' })
  driver: string;

  @Field(2, 'bool', { pointer: true, doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;

  @Field(3, 'string', { pointer: true, doc: 'Filesystem type of the volume; left to the driver when unset.' })
  fsType?: string;

  @Field(4, 'string', { map: true, doc: 'Settings of the volume, passed to the driver.' })
  volumeAttributes?: Record<string, string>;

  @Field(5, LocalObjectReference, { pointer: true, doc: 'Secret for mounting the volume for a pod.' })
  nodePublishSecretRef?: LocalObjectReference;
}

/** Shape of v1.EphemeralVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.EphemeralVolumeSource',
  doc: 'Volume backed by a claim that is created and deleted with the pod.',
})
export class EphemeralVolumeSource {
  @Field(1, PersistentVolumeClaimTemplate, {
    pointer: true,
    doc: 'Pattern of the claim, which is named after the pod and the volume.',
  })
  @Required()
  volumeClaimTemplate?: PersistentVolumeClaimTemplate;

  @Field(2, 'bool', { until: '1.20', doc: 'Mounted for reading only.' })
  readOnly?: boolean;
}

/** Shape of v1.ImageVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ImageVolumeSource',
  doc: 'Read-only volume with the files of a container image or artifact.',
})
export class ImageVolumeSource {
  @Field(1, 'string', { doc: 'Image or artifact to mount, written like the image of a container.' })
  reference?: string;

  @Field(2, 'string', {
    enum: ['Always', 'IfNotPresent', 'Never'],
    alias: 'v1.PullPolicy',
    doc: 'When to pull; Always when unset and the tag is latest, else IfNotPresent.',
  })
  @Required()
  @OneOf('Always', 'IfNotPresent', 'Never')
  pullPolicy?: string;
}

/** Shape of v1.VolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeSource' })
export class VolumeSource {
  @Field(1, HostPathVolumeSource, { pointer: true, doc: 'A file or directory of the node.' })
  hostPath?: HostPathVolumeSource;

  @Field(2, EmptyDirVolumeSource, { pointer: true, doc: 'A directory that lives as long as the pod.' })
  emptyDir?: EmptyDirVolumeSource;

  @Field(3, GCEPersistentDiskVolumeSource, {
    pointer: true,
    doc: 'Deprecated: a GCE disk; use the CSI driver pd.csi.storage.gke.io.',
  })
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;

  @Field(4, AWSElasticBlockStoreVolumeSource, {
    pointer: true,
    doc: 'Deprecated: an AWS EBS disk; use the CSI driver ebs.csi.aws.com.',
  })
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;

  @Field(5, GitRepoVolumeSource, { pointer: true, doc: 'Deprecated: clone into an emptyDir with an init container.' })
  gitRepo?: GitRepoVolumeSource;

  @Field(6, SecretVolumeSource, { pointer: true, doc: 'Files with the values of a Secret.' })
  secret?: SecretVolumeSource;

  @Field(7, NFSVolumeSource, { pointer: true, doc: 'A directory an NFS server shares.' })
  nfs?: NFSVolumeSource;

  @Field(8, ISCSIVolumeSource, { pointer: true, doc: 'A disk reached over iSCSI.' })
  iscsi?: ISCSIVolumeSource;

  @Field(9, GlusterfsVolumeSource, { pointer: true, doc: 'Deprecated: a Gluster volume; the driver is gone, use CSI.' })
  glusterfs?: GlusterfsVolumeSource;

  @Field(10, PersistentVolumeClaimVolumeSource, { pointer: true, doc: 'Storage of a claim in the same namespace.' })
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource;

  @Field(11, RBDVolumeSource, { pointer: true, doc: 'Deprecated: a Ceph RBD image; the driver is gone, use CSI.' })
  rbd?: RBDVolumeSource;

  @Field(12, FlexVolumeSource, { pointer: true, doc: 'Deprecated: storage of a FlexVolume plugin; use a CSI driver.' })
  flexVolume?: FlexVolumeSource;

  @Field(13, CinderVolumeSource, {
    pointer: true,
    doc: 'Deprecated: a Cinder volume; use the CSI driver cinder.csi.openstack.org.',
  })
  cinder?: CinderVolumeSource;

  @Field(14, CephFSVolumeSource, { pointer: true, doc: 'Deprecated: a CephFS directory; the driver is gone, use CSI.' })
  cephfs?: CephFSVolumeSource;

  @Field(15, FlockerVolumeSource, {
    pointer: true,
    doc: 'Deprecated: a Flocker data set; the driver is gone, use CSI.',
  })
  flocker?: FlockerVolumeSource;

  @Field(16, DownwardAPIVolumeSource, { pointer: true, doc: 'Files with facts about the pod.' })
  downwardAPI?: DownwardAPIVolumeSource;

  @Field(17, FCVolumeSource, { pointer: true, doc: 'A disk reached over Fibre Channel.' })
  fc?: FCVolumeSource;

  @Field(18, AzureFileVolumeSource, {
    pointer: true,
    doc: 'Deprecated: an Azure file share; use the CSI driver file.csi.azure.com.',
  })
  azureFile?: AzureFileVolumeSource;

  @Field(19, ConfigMapVolumeSource, { pointer: true, doc: 'Files with the values of a ConfigMap.' })
  configMap?: ConfigMapVolumeSource;

  @Field(20, VsphereVirtualDiskVolumeSource, {
    pointer: true,
    doc: 'Deprecated: a vSphere disk; use the CSI driver csi.vsphere.vmware.com.',
  })
  vsphereVolume?: VsphereVirtualDiskVolumeSource;

  @Field(21, QuobyteVolumeSource, { pointer: true, doc: 'Deprecated: a Quobyte volume; the driver is gone, use CSI.' })
  quobyte?: QuobyteVolumeSource;

  @Field(22, AzureDiskVolumeSource, {
    pointer: true,
    doc: 'Deprecated: an Azure disk; use the CSI driver disk.csi.azure.com.',
  })
  azureDisk?: AzureDiskVolumeSource;

  @Field(23, PhotonPersistentDiskVolumeSource, {
    pointer: true,
    doc: 'Deprecated: a Photon disk; the driver is gone, use CSI.',
  })
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;

  @Field(24, PortworxVolumeSource, {
    pointer: true,
    doc: 'Deprecated: a Portworx volume; use the CSI driver pxd.portworx.com.',
  })
  portworxVolume?: PortworxVolumeSource;

  @Field(25, ScaleIOVolumeSource, { pointer: true, doc: 'Deprecated: a ScaleIO volume; the driver is gone, use CSI.' })
  scaleIO?: ScaleIOVolumeSource;

  @Field(26, ProjectedVolumeSource, { pointer: true, doc: 'Files from several sources in one directory.' })
  projected?: ProjectedVolumeSource;

  @Field(27, StorageOSVolumeSource, {
    pointer: true,
    doc: 'Deprecated: a StorageOS volume; the driver is gone, use CSI.',
  })
  storageos?: StorageOSVolumeSource;

  @Field(28, CSIVolumeSource, { pointer: true, doc: 'Storage a CSI driver makes for the life of the pod.' })
  csi?: CSIVolumeSource;

  @Field(29, EphemeralVolumeSource, {
    since: '1.19',
    pointer: true,
    doc: 'A claim made for the pod and deleted with it.',
  })
  ephemeral?: EphemeralVolumeSource;

  @Field(30, ImageVolumeSource, {
    since: '1.31',
    pointer: true,
    doc: 'Contents of an OCI image or artifact, read-only; alpha.',
  })
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
  @Required()
  @Format(isDns1123Label)
  name: string;
}
