import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { NodeSelector, ObjectReference, SecretReference } from '../reference/reference.v1.js';
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CephFSVolumeSource,
  CinderVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GlusterfsVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from '../volume/disk-sources.v1.js';
import { HostPathVolumeSource } from '../volume/volume.v1.js';
import { defaultPersistentVolume } from './persistent-volume.defaults.js';

/** Shape of v1.GlusterfsPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.GlusterfsPersistentVolumeSource',
  doc: 'Deprecated: persistent Gluster volume; no longer supported.',
  inherits: true,
})
export class GlusterfsPersistentVolumeSource extends GlusterfsVolumeSource {
  @Field(4, 'string', { pointer: true, doc: 'Namespace of the Endpoints object; that of the claim when unset.' })
  endpointsNamespace?: string;
}

/** Shape of v1.RBDPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.RBDPersistentVolumeSource',
  doc: 'Deprecated: a Ceph RBD image; the driver is gone, use CSI.',
  inherits: true,
})
export class RBDPersistentVolumeSource extends RBDVolumeSource {
  @Field(7, SecretReference, { pointer: true, doc: 'Secret for logging in to Ceph, used in place of the keyring.' })
  override secretRef?: SecretReference;
}

/** Shape of v1.ISCSIPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ISCSIPersistentVolumeSource',
  doc: 'Persistent volume on a disk reached by iSCSI.',
  inherits: true,
})
export class ISCSIPersistentVolumeSource extends ISCSIVolumeSource {
  @Field(10, SecretReference, { pointer: true, doc: 'Secret with the credentials for the storage.' })
  override secretRef?: SecretReference;
}

/** Shape of v1.CinderPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.CinderPersistentVolumeSource',
  doc: 'An OpenStack Cinder disk as a persistent volume.',
  inherits: true,
})
export class CinderPersistentVolumeSource extends CinderVolumeSource {
  @Field(4, SecretReference, { pointer: true, doc: 'Secret with the credentials for OpenStack.' })
  override secretRef?: SecretReference;
}

/** Shape of v1.CephFSPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.CephFSPersistentVolumeSource',
  doc: 'Deprecated: CephFS as a persistent volume; use a CSI driver.',
  inherits: true,
})
export class CephFSPersistentVolumeSource extends CephFSVolumeSource {
  @Field(5, SecretReference, { pointer: true, doc: 'Secret with the credentials; used instead of secretFile.' })
  override secretRef?: SecretReference;
}

/** Shape of v1.FlexPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.FlexPersistentVolumeSource',
  doc: 'Deprecated: persistent volume of a FlexVolume driver; use csi.',
  inherits: true,
})
export class FlexPersistentVolumeSource extends FlexVolumeSource {
  @Field(3, SecretReference, { pointer: true, doc: 'Secret with the credentials for the storage.' })
  override secretRef?: SecretReference;
}

/** Shape of v1.AzureFilePersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.AzureFilePersistentVolumeSource',
  doc: 'An Azure file share as a persistent volume.',
  inherits: true,
})
export class AzureFilePersistentVolumeSource extends AzureFileVolumeSource {
  @Field(4, 'string', { pointer: true, always: true, doc: 'Namespace of the Secret; that of the pod when unset.' })
  secretNamespace?: string;
}

/** Shape of v1.ScaleIOPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ScaleIOPersistentVolumeSource',
  doc: 'Deprecated: a ScaleIO volume; the driver is gone, use CSI.',
  inherits: true,
})
export class ScaleIOPersistentVolumeSource extends ScaleIOVolumeSource {
  @Field(3, SecretReference, {
    pointer: true,
    always: true,
    required: true,
    doc: 'Secret with the ScaleIO login; required.',
  })
  override secretRef: SecretReference;
}

/** Shape of v1.LocalVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.LocalVolumeSource',
  doc: 'Disk or directory of one node used as a persistent volume.',
})
export class LocalVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Path on the node of a directory or block device.' })
  @Required()
  path: string;

  @Field(2, 'string', { pointer: true, doc: 'File system type of the volume, such as ext4.' })
  fsType?: string;
}

/** Shape of v1.StorageOSPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.StorageOSPersistentVolumeSource',
  doc: 'Deprecated: a StorageOS volume; the driver is gone, use CSI.',
  inherits: true,
})
export class StorageOSPersistentVolumeSource extends StorageOSVolumeSource {
  @Field(5, ObjectReference, { pointer: true, doc: 'Secret with the StorageOS API login.' })
  override secretRef?: ObjectReference;
}

/** Shape of v1.CSIPersistentVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.CSIPersistentVolumeSource',
  doc: 'A persistent volume that a CSI driver provides.',
})
export class CSIPersistentVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the CSI driver in charge.' })
  driver: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    doc: 'Identifier of the volume at the driver; cannot be changed.',
  })
  @Required()
  volumeHandle: string;

  @Field(3, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;

  @Field(4, 'string', { doc: 'Filesystem type of the volume; left to the driver when unset.' })
  fsType?: string;

  @Field(5, 'string', { map: true, doc: 'Settings of the volume, passed to the driver.' })
  volumeAttributes?: Record<string, string>;

  @Field(6, SecretReference, { pointer: true, doc: 'Secret for attaching and detaching the volume.' })
  controllerPublishSecretRef?: SecretReference;

  @Field(7, SecretReference, { pointer: true, doc: 'Secret for preparing the volume on a node.' })
  nodeStageSecretRef?: SecretReference;

  @Field(8, SecretReference, { pointer: true, doc: 'Secret for mounting the volume for a pod.' })
  nodePublishSecretRef?: SecretReference;

  @Field(9, SecretReference, { pointer: true, doc: 'Secret for growing the volume from the control plane.' })
  controllerExpandSecretRef?: SecretReference;

  @Field(10, SecretReference, { since: '1.25', pointer: true, doc: 'Secret for growing the volume on the node.' })
  nodeExpandSecretRef?: SecretReference;
}

/** Shape of v1.PersistentVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeSource' })
export class PersistentVolumeSource {
  @Field(1, GCEPersistentDiskVolumeSource, {
    pointer: true,
    doc: 'Deprecated: disk of Google Compute Engine; use csi with pd.csi.storage.gke.io.',
  })
  gcePersistentDisk?: GCEPersistentDiskVolumeSource;

  @Field(2, AWSElasticBlockStoreVolumeSource, {
    pointer: true,
    doc: 'Deprecated: disk of AWS; use csi with ebs.csi.aws.com.',
  })
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource;

  @Field(3, HostPathVolumeSource, {
    pointer: true,
    doc: 'File or directory of the node; fit for tests on a single node only.',
  })
  hostPath?: HostPathVolumeSource;

  @Field(4, GlusterfsPersistentVolumeSource, { pointer: true, doc: 'Deprecated: Gluster volume; no longer supported.' })
  glusterfs?: GlusterfsPersistentVolumeSource;

  @Field(5, NFSVolumeSource, { pointer: true, doc: 'Volume on a server reached by NFS.' })
  nfs?: NFSVolumeSource;

  @Field(6, RBDPersistentVolumeSource, { pointer: true, doc: 'Deprecated: block device of Ceph; no longer supported.' })
  rbd?: RBDPersistentVolumeSource;

  @Field(7, ISCSIPersistentVolumeSource, { pointer: true, doc: 'Volume on a disk reached by iSCSI.' })
  iscsi?: ISCSIPersistentVolumeSource;

  @Field(8, CinderPersistentVolumeSource, {
    pointer: true,
    doc: 'Deprecated: disk of OpenStack Cinder; use csi with cinder.csi.openstack.org.',
  })
  cinder?: CinderPersistentVolumeSource;

  @Field(9, CephFSPersistentVolumeSource, {
    pointer: true,
    doc: 'Deprecated: CephFS file system; no longer supported.',
  })
  cephfs?: CephFSPersistentVolumeSource;

  @Field(10, FCVolumeSource, { pointer: true, doc: 'Volume on a Fibre Channel disk.' })
  fc?: FCVolumeSource;

  @Field(11, FlockerVolumeSource, { pointer: true, doc: 'Deprecated: Flocker volume; no longer supported.' })
  flocker?: FlockerVolumeSource;

  @Field(12, FlexPersistentVolumeSource, { pointer: true, doc: 'Deprecated: volume of a FlexVolume driver; use csi.' })
  flexVolume?: FlexPersistentVolumeSource;

  @Field(13, AzureFilePersistentVolumeSource, {
    pointer: true,
    doc: 'Deprecated: file share of Azure; use csi with file.csi.azure.com.',
  })
  azureFile?: AzureFilePersistentVolumeSource;

  @Field(14, VsphereVirtualDiskVolumeSource, {
    pointer: true,
    doc: 'Deprecated: disk of vSphere; use csi with csi.vsphere.vmware.com.',
  })
  vsphereVolume?: VsphereVirtualDiskVolumeSource;

  @Field(15, QuobyteVolumeSource, { pointer: true, doc: 'Deprecated: Quobyte volume; no longer supported.' })
  quobyte?: QuobyteVolumeSource;

  @Field(16, AzureDiskVolumeSource, {
    pointer: true,
    doc: 'Deprecated: disk of Azure; use csi with disk.csi.azure.com.',
  })
  azureDisk?: AzureDiskVolumeSource;

  @Field(17, PhotonPersistentDiskVolumeSource, {
    pointer: true,
    doc: 'Deprecated: disk of Photon Controller; no longer supported.',
  })
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource;

  @Field(18, PortworxVolumeSource, {
    pointer: true,
    doc: 'Deprecated: Portworx volume; use csi with pxd.portworx.com.',
  })
  portworxVolume?: PortworxVolumeSource;

  @Field(19, ScaleIOPersistentVolumeSource, { pointer: true, doc: 'Deprecated: ScaleIO volume; no longer supported.' })
  scaleIO?: ScaleIOPersistentVolumeSource;

  @Field(20, LocalVolumeSource, { pointer: true, doc: 'Disk or directory of one node; needs nodeAffinity.' })
  local?: LocalVolumeSource;

  @Field(21, StorageOSPersistentVolumeSource, {
    pointer: true,
    doc: 'Deprecated: StorageOS volume; no longer supported.',
  })
  storageos?: StorageOSPersistentVolumeSource;

  @Field(22, CSIPersistentVolumeSource, { pointer: true, doc: 'Volume that a CSI driver provides.' })
  csi?: CSIPersistentVolumeSource;
}

/** Shape of v1.VolumeNodeAffinity. */
@ApiType({ name: 'k8s.io.api.core.v1.VolumeNodeAffinity', doc: 'Which nodes can use a volume.' })
export class VolumeNodeAffinity {
  @Field(1, NodeSelector, { pointer: true, doc: 'Conditions a node must meet to use the volume.' })
  required?: NodeSelector;
}

/** Shape of v1.PersistentVolumeSpec. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeSpec', doc: 'Where storage is and how it can be used.', embed: 2 })
export class PersistentVolumeSpec extends PersistentVolumeSource {
  @Field(1, 'quantity', { map: true, alias: 'v1.ResourceList', doc: 'Size of the volume, such as storage: 5Gi.' })
  capacity?: Record<string, string | number>;

  @Field(3, 'string', {
    list: true,
    enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'],
    alias: 'v1.PersistentVolumeAccessMode',
    doc: 'Ways in which it can be mounted.',
  })
  @Required()
  accessModes?: string[];

  @Field(4, ObjectReference, {
    pointer: true,
    mapType: 'granular',
    variants: [{ until: '1.21', mapType: undefined }],
    doc: 'Claim it is bound to.',
  })
  claimRef?: ObjectReference;

  @Field(5, 'string', {
    enum: ['Delete', 'Recycle', 'Retain'],
    alias: 'v1.PersistentVolumeReclaimPolicy',
    doc: 'What becomes of it after use.',
  })
  persistentVolumeReclaimPolicy?: string;

  @Field(6, 'string', { doc: 'Class it belongs to.' })
  @Format(isDns1123Subdomain)
  storageClassName?: string;

  @Field(7, 'string', { list: true, doc: 'Options for mounting.' })
  mountOptions?: string[];

  @Field(8, 'string', {
    pointer: true,
    enum: ['Block', 'Filesystem'],
    alias: 'v1.PersistentVolumeMode',
    doc: 'As files or as a block device.',
  })
  @OneOf('Block', 'Filesystem')
  volumeMode?: string;

  @Field(9, VolumeNodeAffinity, { pointer: true, doc: 'Nodes that can use it.' })
  nodeAffinity?: VolumeNodeAffinity;

  @Field(10, 'string', {
    since: '1.29',
    pointer: true,
    doc: 'Name of the VolumeAttributesClass that the volume belongs to.',
  })
  volumeAttributesClassName?: string;
}

/** Shape of v1.PersistentVolumeStatus. */
@ApiType({ name: 'k8s.io.api.core.v1.PersistentVolumeStatus', doc: 'What is known of a persistent volume.' })
export class PersistentVolumeStatus {
  @Field(1, 'string', {
    enum: ['Available', 'Bound', 'Failed', 'Pending', 'Released'],
    alias: 'v1.PersistentVolumePhase',
    doc: 'Pending, Available, Bound, Released or Failed.',
  })
  phase?: string;

  @Field(2, 'string', { doc: 'Explanation of the state.' })
  message?: string;

  @Field(3, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(4, 'time', { since: '1.28', pointer: true, doc: 'When the phase last changed.' })
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

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, PersistentVolumeSpec, { doc: 'Where the storage is and how it can be used.' })
  spec?: PersistentVolumeSpec;

  @Field(3, PersistentVolumeStatus, { doc: 'What is known of it.' })
  status?: PersistentVolumeStatus;
}
