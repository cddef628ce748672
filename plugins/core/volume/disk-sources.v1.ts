import { ApiType, Field, isDns1123Label } from '../../../src/plugin-api/index.js';
import { AtLeast, AtMost, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { LocalObjectReference } from '../reference/reference.v1.js';

/** Shape of v1.GCEPersistentDiskVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.GCEPersistentDiskVolumeSource',
  doc: 'Deprecated: disk of Google Compute Engine; use csi with pd.csi.storage.gke.io.',
})
export class GCEPersistentDiskVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the disk in Google Compute Engine.' })
  @Required()
  pdName: string;

  @Field(2, 'string', { doc: 'File system type of the volume, such as ext4.' })
  fsType?: string;

  @Field(3, 'int32', { doc: 'Partition number to mount; the whole disk when 0 or unset.' })
  @AtLeast(0, 'must be between 1 and 255, inclusive')
  @AtMost(255, 'must be between 1 and 255, inclusive')
  partition?: number;

  @Field(4, 'bool', { doc: 'Mounts the volume without write access; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.AWSElasticBlockStoreVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.AWSElasticBlockStoreVolumeSource',
  doc: 'An AWS EBS disk as a volume, served by its CSI driver.',
})
export class AWSElasticBlockStoreVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Identifier of the disk in AWS.' })
  @Required()
  volumeID: string;

  @Field(2, 'string', { doc: 'Filesystem type of the volume; ext4 when unset.' })
  fsType?: string;

  @Field(3, 'int32', { doc: 'Partition to mount; the whole disk when 0 or unset.' })
  @AtLeast(0, 'must be between 1 and 255, inclusive')
  @AtMost(255, 'must be between 1 and 255, inclusive')
  partition?: number;

  @Field(4, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.NFSVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.NFSVolumeSource', doc: 'Volume on a server reached by NFS.' })
export class NFSVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Host name or IP address of the NFS server.' })
  @Required()
  server: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Directory that the server exports, as an absolute path.' })
  @Required()
  path: string;

  @Field(3, 'bool', { doc: 'Mounts the volume without write access; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.ISCSIVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.ISCSIVolumeSource', doc: 'Volume on a disk reached by iSCSI.' })
export class ISCSIVolumeSource {
  @Field(1, 'string', {
    always: true,
    required: true,
    doc: 'Address of the target, with its port if that is not 3260.',
  })
  @Required()
  targetPortal: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Qualified name of the target, in iqn, eui or naa form.' })
  @Required()
  iqn: string;

  @Field(3, 'int32', { always: true, required: true, doc: 'Number of the logical unit at the target, from 0 to 255.' })
  @AtLeast(0, 'must be between 0 and 255, inclusive')
  @AtMost(255, 'must be between 0 and 255, inclusive')
  lun: number;

  @Field(4, 'string', { default: 'default', doc: 'Interface of the initiator to connect through; default when unset.' })
  iscsiInterface?: string;

  @Field(5, 'string', { doc: 'File system type of the volume, such as ext4.' })
  fsType?: string;

  @Field(6, 'bool', { doc: 'Mounts the volume without write access; false when unset.' })
  readOnly?: boolean;

  @Field(7, 'string', { list: true, doc: 'Further portals of the target, each an address with an optional port.' })
  portals?: string[];

  @Field(8, 'bool', { doc: 'Uses CHAP authentication while targets are discovered; needs secretRef.' })
  chapAuthDiscovery?: boolean;

  @Field(10, LocalObjectReference, { pointer: true, doc: 'Secret with the credentials for the storage.' })
  secretRef?: LocalObjectReference;

  @Field(11, 'bool', { doc: 'Uses CHAP authentication for the session; needs secretRef.' })
  chapAuthSession?: boolean;

  @Field(12, 'string', {
    pointer: true,
    doc: 'Initiator name of its own for this volume, in place of that of the node.',
  })
  initiatorName?: string;
}

/** Shape of v1.GlusterfsVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.GlusterfsVolumeSource', doc: 'Deprecated: Gluster volume; no longer supported.' })
export class GlusterfsVolumeSource {
  @Field(1, 'string', {
    always: true,
    required: true,
    doc: 'Name of the Endpoints object that lists the Gluster servers.',
  })
  @Required()
  endpoints: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the Gluster volume to mount.' })
  @Required()
  path: string;

  @Field(3, 'bool', { doc: 'Mounts the volume without write access; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.RBDVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.RBDVolumeSource',
  doc: 'Deprecated: a Ceph RBD image; the driver is gone, use CSI.',
})
export class RBDVolumeSource {
  @Field(1, 'string', { list: true, always: true, required: true, doc: 'Addresses of the Ceph monitors.' })
  @Required()
  monitors?: string[];

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the RBD image to map.' })
  @Required()
  image: string;

  @Field(3, 'string', { doc: 'File system of the volume; ext4 when unset.' })
  fsType?: string;

  @Field(4, 'string', { default: 'rbd', doc: 'Ceph pool that holds the image; rbd when unset.' })
  pool?: string;

  @Field(5, 'string', { default: 'admin', doc: 'Ceph user to log in as; admin when unset.' })
  user?: string;

  @Field(6, 'string', {
    default: '/etc/ceph/keyring',
    doc: 'Path of the key file of the user; /etc/ceph/keyring when unset.',
  })
  keyring?: string;

  @Field(7, LocalObjectReference, {
    pointer: true,
    doc: 'Secret for logging in to Ceph, used in place of the keyring.',
  })
  secretRef?: LocalObjectReference;

  @Field(8, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.FlexVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.FlexVolumeSource', doc: 'Deprecated: volume of a FlexVolume driver; use csi.' })
export class FlexVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the FlexVolume driver on the node.' })
  @Required()
  driver: string;

  @Field(2, 'string', { doc: 'File system type of the volume, such as ext4.' })
  fsType?: string;

  @Field(3, LocalObjectReference, { pointer: true, doc: 'Secret with the credentials for the storage.' })
  secretRef?: LocalObjectReference;

  @Field(4, 'bool', { doc: 'Mounts the volume without write access; false when unset.' })
  readOnly?: boolean;

  @Field(5, 'string', { map: true, doc: 'Extra settings handed to the driver as they are.' })
  options?: Record<string, string>;
}

/** Shape of v1.CinderVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.CinderVolumeSource', doc: 'An OpenStack Cinder disk as a volume of a pod.' })
export class CinderVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Identifier of the disk in Cinder.' })
  @Required()
  volumeID: string;

  @Field(2, 'string', { doc: 'Filesystem type of the volume; ext4 when unset.' })
  fsType?: string;

  @Field(3, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;

  @Field(4, LocalObjectReference, { pointer: true, doc: 'Secret with the credentials for OpenStack.' })
  secretRef?: LocalObjectReference;
}

/** Shape of v1.CephFSVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.CephFSVolumeSource',
  doc: 'Deprecated: CephFS as a volume of a pod; use a CSI driver.',
})
export class CephFSVolumeSource {
  @Field(1, 'string', { list: true, always: true, required: true, doc: 'Addresses of the Ceph monitors.' })
  @Required()
  monitors?: string[];

  @Field(2, 'string', { doc: 'Directory of the filesystem to mount; / when unset.' })
  path?: string;

  @Field(3, 'string', { doc: 'Ceph user to log in as; admin when unset.' })
  user?: string;

  @Field(4, 'string', { doc: 'Keyring file on the node; /etc/ceph/user.secret when unset.' })
  secretFile?: string;

  @Field(5, LocalObjectReference, { pointer: true, doc: 'Secret with the credentials; used instead of secretFile.' })
  secretRef?: LocalObjectReference;

  @Field(6, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.FlockerVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.FlockerVolumeSource', doc: 'Deprecated: Flocker volume; no longer supported.' })
export class FlockerVolumeSource {
  @Field(1, 'string', { doc: 'Deprecated: use datasetUUID.' })
  datasetName?: string;

  @Field(2, 'string', { doc: 'Identifier of the Flocker dataset; excludes datasetName.' })
  datasetUUID?: string;
}

/** Shape of v1.FCVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.FCVolumeSource', doc: 'Volume on a Fibre Channel disk.' })
export class FCVolumeSource {
  @Field(1, 'string', { list: true, doc: 'World wide names of the target ports; excludes wwids.' })
  targetWWNs?: string[];

  @Field(2, 'int32', { pointer: true, doc: 'Number of the logical unit, from 0 to 255; needed with targetWWNs.' })
  @AtLeast(0, 'must be between 0 and 255, inclusive')
  @AtMost(255, 'must be between 0 and 255, inclusive')
  lun?: number;

  @Field(3, 'string', { doc: 'File system type of the volume, such as ext4.' })
  fsType?: string;

  @Field(4, 'bool', { doc: 'Mounts the volume without write access; false when unset.' })
  readOnly?: boolean;

  @Field(5, 'string', { list: true, doc: 'World wide identifiers of the volume; excludes targetWWNs.' })
  wwids?: string[];
}

/** Shape of v1.AzureFileVolumeSource. */
@ApiType({ name: 'k8s.io.api.core.v1.AzureFileVolumeSource', doc: 'An Azure file share as a volume of a pod.' })
export class AzureFileVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Secret with name and key of the storage account.' })
  @Required()
  secretName: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Which share of the account is mounted.' })
  @Required()
  shareName: string;

  @Field(3, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.VsphereVirtualDiskVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.VsphereVirtualDiskVolumeSource',
  doc: 'Deprecated: a vSphere disk; use the vSphere CSI driver.',
})
export class VsphereVirtualDiskVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Path of the disk file in its datastore.' })
  @Required()
  volumePath: string;

  @Field(2, 'string', { doc: 'File system of the volume; ext4 when unset.' })
  fsType?: string;

  @Field(3, 'string', { doc: 'Name of the storage policy in vSphere.' })
  storagePolicyName?: string;

  @Field(4, 'string', { doc: 'Id of the storage policy in vSphere.' })
  storagePolicyID?: string;
}

/** Shape of v1.QuobyteVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.QuobyteVolumeSource',
  doc: 'Deprecated: a Quobyte volume; the driver is gone, use CSI.',
})
export class QuobyteVolumeSource {
  @Field(1, 'string', {
    always: true,
    required: true,
    doc: 'Addresses of Quobyte registries as host:port, separated by commas.',
  })
  registry: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of an existing Quobyte volume.' })
  @Required()
  volume: string;

  @Field(3, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;

  @Field(4, 'string', { doc: 'User id for access; the service account user when unset.' })
  user?: string;

  @Field(5, 'string', { doc: 'Group id for access; no group when unset.' })
  group?: string;

  @Field(6, 'string', { doc: 'Quobyte tenant that owns the volume.' })
  tenant?: string;
}

/** Shape of v1.AzureDiskVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.AzureDiskVolumeSource',
  doc: 'An Azure disk as a volume, served by its CSI driver.',
})
export class AzureDiskVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Name the disk has in Azure.' })
  @Required()
  diskName: string;

  @Field(2, 'string', { always: true, required: true, doc: 'URI under which Azure knows the disk.' })
  @Required()
  diskURI: string;

  @Field(3, 'string', {
    pointer: true,
    default: 'ReadWrite',
    enum: ['None', 'ReadOnly', 'ReadWrite'],
    alias: 'v1.AzureDataDiskCachingMode',
    doc: 'Host cache: None, ReadOnly or ReadWrite; ReadWrite when unset.',
  })
  @OneOf('None', 'ReadOnly', 'ReadWrite')
  cachingMode?: string;

  @Field(4, 'string', { pointer: true, default: 'ext4', doc: 'Filesystem type of the volume; ext4 when unset.' })
  fsType?: string;

  @Field(5, 'bool', { pointer: true, default: false, doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;

  @Field(6, 'string', {
    pointer: true,
    default: 'Shared',
    enum: ['Dedicated', 'Managed', 'Shared'],
    alias: 'v1.AzureDataDiskKind',
    doc: 'Kind of disk: Shared, Dedicated or Managed; Shared when unset.',
  })
  @OneOf('Dedicated', 'Managed', 'Shared')
  kind?: string;
}

/** Shape of v1.PhotonPersistentDiskVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.PhotonPersistentDiskVolumeSource',
  doc: 'Deprecated: disk of Photon Controller; no longer supported.',
})
export class PhotonPersistentDiskVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Identifier of the disk at Photon Controller.' })
  @Required()
  pdID: string;

  @Field(2, 'string', { doc: 'File system type of the volume, such as ext4.' })
  fsType?: string;
}

/** Shape of v1.PortworxVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.PortworxVolumeSource',
  doc: 'Deprecated: a Portworx volume; use the Portworx CSI driver.',
})
export class PortworxVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Id of the volume at Portworx.' })
  @Required()
  volumeID: string;

  @Field(2, 'string', { doc: 'File system of the volume; ext4 when unset.' })
  fsType?: string;

  @Field(3, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.ScaleIOVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ScaleIOVolumeSource',
  doc: 'Deprecated: a ScaleIO volume; the driver is gone, use CSI.',
})
export class ScaleIOVolumeSource {
  @Field(1, 'string', { always: true, required: true, doc: 'Address of the ScaleIO API gateway.' })
  @Required()
  gateway: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the storage system in ScaleIO.' })
  @Required()
  system: string;

  @Field(3, LocalObjectReference, {
    pointer: true,
    always: true,
    required: true,
    doc: 'Secret with the ScaleIO login; required.',
  })
  secretRef: LocalObjectReference;

  @Field(4, 'bool', { doc: 'Whether the gateway is called over TLS; false when unset.' })
  sslEnabled?: boolean;

  @Field(5, 'string', { doc: 'ScaleIO protection domain of the storage.' })
  protectionDomain?: string;

  @Field(6, 'string', { doc: 'ScaleIO storage pool in the protection domain.' })
  storagePool?: string;

  @Field(7, 'string', { default: 'ThinProvisioned', doc: 'ThickProvisioned or ThinProvisioned; thin when unset.' })
  storageMode?: string;

  @Field(8, 'string', { doc: 'Name of an existing ScaleIO volume.' })
  @Required()
  volumeName?: string;

  @Field(9, 'string', { default: 'xfs', doc: 'File system of the volume; xfs when unset.' })
  fsType?: string;

  @Field(10, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;
}

/** Shape of v1.StorageOSVolumeSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.StorageOSVolumeSource',
  doc: 'Deprecated: a StorageOS volume; the driver is gone, use CSI.',
})
export class StorageOSVolumeSource {
  @Field(1, 'string', { doc: 'Name of the StorageOS volume.' })
  @Required()
  @Format(isDns1123Label)
  volumeName?: string;

  @Field(2, 'string', { doc: 'StorageOS namespace of the volume; that of the pod when unset.' })
  @Format(isDns1123Label)
  volumeNamespace?: string;

  @Field(3, 'string', { doc: 'File system of the volume; ext4 when unset.' })
  fsType?: string;

  @Field(4, 'bool', { doc: 'Forbids writing to the volume; false when unset.' })
  readOnly?: boolean;

  @Field(5, LocalObjectReference, { pointer: true, doc: 'Secret with the StorageOS API login.' })
  secretRef?: LocalObjectReference;
}
