import { roundResourceAmounts } from '../pod/container.defaults.js';
import type { PersistentVolume } from './persistent-volume.v1.js';

/** Fills in phase, reclaim policy and mode of a volume. */
export function defaultPersistentVolume(volume: PersistentVolume): void {
  volume.status = { ...volume.status, phase: volume.status?.phase || 'Pending' };
  const spec = (volume.spec ??= {});
  spec.persistentVolumeReclaimPolicy ||= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  roundResourceAmounts(spec.capacity);
}
