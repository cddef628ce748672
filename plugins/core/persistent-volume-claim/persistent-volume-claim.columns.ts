import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { type ReleaseColumn, UNKNOWN_CELL } from '../../../src/plugin-api/built-in.js';
import { formatAccessModes, formatClass } from '../persistent-volume/volume-cells.js';
import type { PersistentVolumeClaim } from './persistent-volume-claim.v1.js';

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

type Cell = Column<PersistentVolumeClaim>['cell'];

/** The columns of `kubectl get persistentvolumeclaims`. */
export const persistentVolumeClaimColumns: readonly ReleaseColumn<PersistentVolumeClaim>[] = [
  nameColumn(),
  text('Status', 'Whether the claim has got a volume.', ({ metadata, status }) =>
    metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
  ),
  text('Volume', 'Volume the claim is bound to.', ({ spec }) => spec?.volumeName ?? ''),
  text('Capacity', 'Size of the volume.', (claim) =>
    isBound(claim) ? String(claim.status?.capacity?.storage ?? '0') : '',
  ),
  text('Access Modes', 'Ways in which the volume can be mounted.', (claim) =>
    isBound(claim) ? formatAccessModes(claim.status?.accessModes) : '',
  ),
  text('StorageClass', 'Class the claim asks for.', ({ metadata, spec }) => {
    const annotated = metadata.annotations?.[CLASS_ANNOTATION];
    return annotated ?? spec?.storageClassName ?? '';
  }),
  {
    ...text('VolumeAttributesClass', "Class of the volume's attributes.", ({ spec }) =>
      formatClass(spec?.volumeAttributesClassName),
    ),
    since: '1.29',
  },
  ageColumn(),
  wide('VolumeMode', 'How the volume is used.', ({ spec }) => spec?.volumeMode ?? UNKNOWN_CELL),
];

function text(name: string, description: string, cell: Cell): Column<PersistentVolumeClaim> {
  return { name, type: 'string', description, cell };
}

function wide(name: string, description: string, cell: Cell): Column<PersistentVolumeClaim> {
  return { name, type: 'string', description, priority: 1, cell };
}

function isBound({ spec }: PersistentVolumeClaim): boolean {
  return Boolean(spec?.volumeName);
}
