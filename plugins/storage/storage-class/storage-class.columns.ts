import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { ReleaseColumn } from '../../../src/plugin-api/built-in.js';
import { isDefaultStorageClass } from './default-storage-class.js';
import type { StorageClass } from './storage-class.v1.js';

type Cell = Column<StorageClass>['cell'];

/** The columns of `kubectl get storageclasses`. */
export const storageClassColumns: readonly ReleaseColumn<StorageClass>[] = [
  {
    ...nameColumn<StorageClass>(),
    cell: ({ metadata }) => `${metadata.name}${isDefaultStorageClass(metadata) ? ' (default)' : ''}`,
  },
  column('Provisioner', 'Who makes the volumes.', ({ provisioner }) => provisioner),
  ...[
    column(
      'ReclaimPolicy',
      'What becomes of volumes that nobody claims.',
      ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete',
    ),
    column(
      'VolumeBindingMode',
      'When claims get volumes.',
      ({ volumeBindingMode }) => volumeBindingMode ?? 'Immediate',
    ),
    column(
      'AllowVolumeExpansion',
      'Whether volumes can grow.',
      ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
    ),
  ].map((each) => ({ ...each, since: '1.17' })),
  ageColumn(),
];

function column(name: string, description: string, cell: Cell): Column<StorageClass> {
  return { name, type: 'string', description, cell };
}
