import type { Volume } from '../../volume/volume.v1.js';
import type { PodCheck } from './pod-check.js';
import { plural, quoted, sorted } from './wording.js';

const ALLOWED = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
] as const;

const REFUSED = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
] as const;

/** Allows no volumes but those of the API itself and those that are claimed. */
export const restrictedVolumes: PodCheck = ({ spec }) => {
  const refused = (spec.volumes ?? []).filter((volume) => !ALLOWED.some((source) => volume[source] !== undefined));
  if (refused.length === 0) return undefined;
  const names = refused.map(({ name }) => name);
  const types = sorted(refused.map(typeOf));
  const uses = `${plural(names.length, 'uses', 'use')} ${plural(types.length, 'restricted volume type')}`;
  return {
    reason: 'restricted volume types',
    detail: `${plural(names.length, 'volume')} ${quoted(names)} ${uses} ${quoted(types)}`,
  };
};

function typeOf(volume: Volume): string {
  return REFUSED.find((source) => volume[source] !== undefined) ?? 'unknown';
}
