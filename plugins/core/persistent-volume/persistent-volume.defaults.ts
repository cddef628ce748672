import { type ResourceAmounts, roundResourceAmounts } from '../pod/shape/container.defaults.js';

/** The members of a volume that have defaults. */
interface DefaultedVolume {
  status?: { phase?: string };
  spec?: { persistentVolumeReclaimPolicy?: string; volumeMode?: string; capacity?: ResourceAmounts };
}

/** Fills in phase, reclaim policy and mode of a volume. */
export function defaultPersistentVolume(volume: DefaultedVolume): void {
  volume.status = { ...volume.status, phase: volume.status?.phase || 'Pending' };
  const spec = (volume.spec ??= {});
  spec.persistentVolumeReclaimPolicy ||= 'Retain';
  spec.volumeMode ??= 'Filesystem';
  roundResourceAmounts(spec.capacity);
}
