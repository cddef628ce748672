import { type GoValue, type InternalTypes, goJson } from '../../../src/plugin-api/built-in.js';
import { goPointer } from '../values/go-pointer.js';
import { PersistentVolumeSpec } from './persistent-volume.v1.js';

// The order of the reference's internal type, which old sources of volumes come first in.
const INTERNAL: InternalTypes = {
  'k8s.io.api.core.v1.PersistentVolumeSpec': {
    members: [
      ...['capacity', 'gcePersistentDisk', 'awsElasticBlockStore', 'hostPath', 'glusterfs', 'nfs', 'rbd', 'quobyte'],
      ...['iscsi', 'flexVolume', 'cinder', 'cephfs', 'fc', 'flocker', 'azureFile', 'vsphereVolume', 'azureDisk'],
      ...['photonPersistentDisk', 'portworxVolume', 'scaleIO', 'local', 'storageos', 'csi', 'accessModes', 'claimRef'],
      ...['persistentVolumeReclaimPolicy', 'storageClassName', 'mountOptions', 'volumeMode', 'nodeAffinity'],
      'volumeAttributesClassName',
    ],
  },
};

/** Returns the volume that an attachment describes, as errors show it. */
export function goVolumeSpec(spec: PersistentVolumeSpec | undefined): GoValue {
  return goPointer('core.PersistentVolumeSpec', spec, () => goJson(PersistentVolumeSpec, spec, INTERNAL));
}
