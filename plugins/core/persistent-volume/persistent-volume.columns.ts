import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { type ReleaseColumn, UNKNOWN_CELL } from '../../../src/plugin-api/built-in.js';
import type { PersistentVolume } from './persistent-volume.v1.js';
import { formatAccessModes, formatClass } from './volume-cells.js';

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

type Cell = Column<PersistentVolume>['cell'];

/** The columns of `kubectl get persistentvolumes`. */
export const persistentVolumeColumns: readonly ReleaseColumn<PersistentVolume>[] = [
  nameColumn(),
  text('Capacity', 'Size of the volume.', ({ spec }) => String(spec?.capacity?.storage ?? '0')),
  text('Access Modes', 'Ways in which the volume can be mounted.', ({ spec }) => formatAccessModes(spec?.accessModes)),
  text(
    'Reclaim Policy',
    'What becomes of the volume after use.',
    ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
  ),
  text('Status', 'Whether the volume is free or bound.', ({ metadata, status }) =>
    metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
  ),
  text('Claim', 'Claim the volume is bound to.', ({ spec }) =>
    spec?.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : '',
  ),
  text(
    'StorageClass',
    'Class of the volume.',
    ({ metadata, spec }) => metadata.annotations?.[CLASS_ANNOTATION] ?? spec?.storageClassName ?? '',
  ),
  {
    ...text('VolumeAttributesClass', 'Class of its attributes.', ({ spec }) =>
      formatClass(spec?.volumeAttributesClassName),
    ),
    since: '1.29',
  },
  text('Reason', 'Why the volume is in its state.', ({ status }) => status?.reason ?? ''),
  ageColumn(),
  {
    ...text('VolumeMode', 'How the volume is used.', ({ spec }) => spec?.volumeMode ?? UNKNOWN_CELL),
    priority: 1,
  },
];

function text(name: string, description: string, cell: Cell): Column<PersistentVolume> {
  return { name, type: 'string', description, cell };
}
