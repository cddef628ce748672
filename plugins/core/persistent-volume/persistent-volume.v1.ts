import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { NodeSelector, ObjectReference, SecretReference } from '../reference/reference.v1.js';
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  HostPathVolumeSource,
  NFSVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from '../volume/volume.v1.js';
import { defaultPersistentVolume } from './persistent-volume.defaults.js';

/** Shape of v1.GlusterfsPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.GlusterfsPersistentVolumeSource' })
export class GlusterfsPersistentVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  endpoints: string;

  @Field(2, 'string', { always: true, required: true })
  path: string;

  @Field(3, 'bool')
  readOnly?: boolean;

  @Field(4, 'string', { pointer: true })
  endpointsNamespace?: string;
}

/** Shape of v1.RBDPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.RBDPersistentVolumeSource' })
export class RBDPersistentVolumeSource {
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

  @Field(7, SecretReference, { pointer: true })
  secretRef?: SecretReference;

  @Field(8, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.ISCSIPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ISCSIPersistentVolumeSource' })
export class ISCSIPersistentVolumeSource {
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

  @Field(10, SecretReference, { pointer: true })
  secretRef?: SecretReference;

  @Field(11, 'bool')
  chapAuthSession?: boolean;

  @Field(12, 'string', { pointer: true })
  initiatorName?: string;
}

/** Shape of v1.CinderPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.CinderPersistentVolumeSource' })
export class CinderPersistentVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  volumeID: string;

  @Field(2, 'string')
  fsType?: string;

  @Field(3, 'bool')
  readOnly?: boolean;

  @Field(4, SecretReference, { pointer: true })
  secretRef?: SecretReference;
}

/** Shape of v1.CephFSPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.CephFSPersistentVolumeSource' })
export class CephFSPersistentVolumeSource {
  @Field(1, 'string', { list: true, always: true, required: true })
  monitors?: string[];

  @Field(2, 'string')
  path?: string;

  @Field(3, 'string')
  user?: string;

  @Field(4, 'string')
  secretFile?: string;

  @Field(5, SecretReference, { pointer: true })
  secretRef?: SecretReference;

  @Field(6, 'bool')
  readOnly?: boolean;
}

/** Shape of v1.FlexPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.FlexPersistentVolumeSource' })
export class FlexPersistentVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  driver: string;

  @Field(2, 'string')
  fsType?: string;

  @Field(3, SecretReference, { pointer: true })
  secretRef?: SecretReference;

  @Field(4, 'bool')
  readOnly?: boolean;

  @Field(5, 'string', { map: true })
  options?: Record<string, string>;
}

/** Shape of v1.AzureFilePersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.AzureFilePersistentVolumeSource' })
export class AzureFilePersistentVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  secretName: string;

  @Field(2, 'string', { always: true, required: true })
  shareName: string;

  @Field(3, 'bool')
  readOnly?: boolean;

  @Field(4, 'string', { pointer: true, always: true })
  secretNamespace?: string;
}

/** Shape of v1.ScaleIOPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ScaleIOPersistentVolumeSource' })
export class ScaleIOPersistentVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  gateway: string;

  @Field(2, 'string', { always: true, required: true })
  system: string;

  @Field(3, SecretReference, { pointer: true, always: true, required: true })
  secretRef: SecretReference;

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

/** Shape of v1.LocalVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.LocalVolumeSource' })
export class LocalVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  path: string;

  @Field(2, 'string', { pointer: true })
  fsType?: string;
}

/** Shape of v1.StorageOSPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.StorageOSPersistentVolumeSource' })
export class StorageOSPersistentVolumeSource {
  @Field(1, 'string')
  volumeName?: string;

  @Field(2, 'string')
  volumeNamespace?: string;

  @Field(3, 'string')
  fsType?: string;

  @Field(4, 'bool')
  readOnly?: boolean;

  @Field(5, ObjectReference, { pointer: true })
  secretRef?: ObjectReference;
}

/** Shape of v1.CSIPersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.CSIPersistentVolumeSource' })
export class CSIPersistentVolumeSource {
  @Field(1, 'string', { always: true, required: true })
  driver: string;

  @Field(2, 'string', { always: true, required: true })
  volumeHandle: string;

  @Field(3, 'bool')
  readOnly?: boolean;

  @Field(4, 'string')
  fsType?: string;

  @Field(5, 'string', { map: true })
  volumeAttributes?: Record<string, string>;

  @Field(6, SecretReference, { pointer: true })
  controllerPublishSecretRef?: SecretReference;

  @Field(7, SecretReference, { pointer: true })
  nodeStageSecretRef?: SecretReference;

  @Field(8, SecretReference, { pointer: true })
  nodePublishSecretRef?: SecretReference;

  @Field(9, SecretReference, { pointer: true })
  controllerExpandSecretRef?: SecretReference;

  @Field(10, SecretReference, { pointer: true })
  nodeExpandSecretRef?: SecretReference;
}

/** Shape of v1.PersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeSource' })
export class PersistentVolumeSource {
  @Field(1, GCEPersistentDiskVolumeSource, { pointer: true })
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;

  @Field(2, AWSElasticBlockStoreVolumeSource, { pointer: true })
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;

  @Field(3, HostPathVolumeSource, { pointer: true })
  hostPath?: HostPathVolumeSource;

  @Field(4, GlusterfsPersistentVolumeSource, { pointer: true })
  glusterfs?: GlusterfsPersistentVolumeSource;

  @Field(5, NFSVolumeSource, { pointer: true })
  nfs?: NFSVolumeSource;

  @Field(6, RBDPersistentVolumeSource, { pointer: true })
  rbd?: RBDPersistentVolumeSource;

  @Field(7, ISCSIPersistentVolumeSource, { pointer: true })
  iscsi?: ISCSIPersistentVolumeSource;

  @Field(8, CinderPersistentVolumeSource, { pointer: true })
  cinder?: CinderPersistentVolumeSource;

  @Field(9, CephFSPersistentVolumeSource, { pointer: true })
  cephfs?: CephFSPersistentVolumeSource;

  @Field(10, FCVolumeSource, { pointer: true })
  fc?: FCVolumeSource;

  @Field(11, FlockerVolumeSource, { pointer: true })
  flocker?: FlockerVolumeSource;

  @Field(12, FlexPersistentVolumeSource, { pointer: true })
  flexVolume?: FlexPersistentVolumeSource;

  @Field(13, AzureFilePersistentVolumeSource, { pointer: true })
  azureFile?: AzureFilePersistentVolumeSource;

  @Field(14, VsphereVirtualDiskVolumeSource, { pointer: true })
  vsphereVolume?: VsphereVirtualDiskVolumeSource;

  @Field(15, QuobyteVolumeSource, { pointer: true })
  quobyte?: QuobyteVolumeSource;

  @Field(16, AzureDiskVolumeSource, { pointer: true })
  azureDisk?: AzureDiskVolumeSource;

  @Field(17, PhotonPersistentDiskVolumeSource, { pointer: true })
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;

  @Field(18, PortworxVolumeSource, { pointer: true })
  portworxVolume?: PortworxVolumeSource;

  @Field(19, ScaleIOPersistentVolumeSource, { pointer: true })
  scaleIO?: ScaleIOPersistentVolumeSource;

  @Field(20, LocalVolumeSource, { pointer: true })
  local?: LocalVolumeSource;

  @Field(21, StorageOSPersistentVolumeSource, { pointer: true })
  storageos?: StorageOSPersistentVolumeSource;

  @Field(22, CSIPersistentVolumeSource, { pointer: true })
  csi?: CSIPersistentVolumeSource;
}

/** Shape of v1.VolumeNodeAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeNodeAffinity' })
export class VolumeNodeAffinity {
  @Field(1, NodeSelector, { pointer: true })
  required?: NodeSelector;
}

/** Shape of v1.PersistentVolumeSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeSpec', doc: 'Where storage is and how it can be used.', embed: 2 })
export class PersistentVolumeSpec extends PersistentVolumeSource {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'Its size.' })
  capacity?: Record<string, string | number>;

  @Field(3, 'string', {
    list: true,
    enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
    alias: 'v1.PersistentVolumeAccessMode',
    doc: 'Ways in which it can be mounted.',
  })
  accessModes?: string[];

  @Field(4, ObjectReference, { pointer: true, mapType: 'granular', doc: 'Claim it is bound to.' })
  claimRef?: ObjectReference;

  @Field(5, 'string', {
    enum: ['Delete', 'Recycle', 'Retain'],
    alias: 'v1.PersistentVolumeReclaimPolicy',
    doc: 'What becomes of it after use.',
  })
  persistentVolumeReclaimPolicy?: string;

  @Field(6, 'string', { doc: 'Class it belongs to.' })
  storageClassName?: string;

  @Field(7, 'string', { list: true, doc: 'Options for mounting.' })
  mountOptions?: string[];

  @Field(8, 'string', {
    pointer: true,
    enum: ['Block', 'Filesystem'],
    alias: 'v1.PersistentVolumeMode',
    doc: 'As files or as a block device.',
  })
  volumeMode?: string;

  @Field(9, VolumeNodeAffinity, { pointer: true, doc: 'Nodes that can use it.' })
  nodeAffinity?: VolumeNodeAffinity;

  @Field(10, 'string', { pointer: true })
  volumeAttributesClassName?: string;
}

/** Shape of v1.PersistentVolumeStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeStatus' })
export class PersistentVolumeStatus {
  @Field(1, 'string', {
    enum: ['Available', 'Bound', 'Failed', 'Pending', 'Released'],
    alias: 'v1.PersistentVolumePhase',
  })
  phase?: string;

  @Field(2, 'string')
  message?: string;

  @Field(3, 'string')
  reason?: string;

  @Field(4, 'time', { pointer: true })
  lastPhaseTransitionTime?: string;
}

/** Shape of v1.PersistentVolume. */
@ApiType({
  name: 'k8s.io.api.core.v1.PersistentVolume',
  doc: 'Storage that pods can claim.',
  defaults: defaultPersistentVolume,
})
export class PersistentVolume {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, PersistentVolumeSpec, { doc: 'Where the storage is and how it can be used.' })
  spec?: PersistentVolumeSpec;

  @Field(3, PersistentVolumeStatus, { doc: 'What is known of it.' })
  status?: PersistentVolumeStatus;
}
