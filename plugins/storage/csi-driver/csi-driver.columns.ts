import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { ReleaseColumn } from '../../../src/plugin-api/built-in.js';
import type { CSIDriver } from './csi-driver.v1.js';

type Cell = Column<CSIDriver>['cell'];

/** The columns of `kubectl get csidrivers`. */
export const csiDriverColumns: readonly ReleaseColumn<CSIDriver>[] = [
  nameColumn(),
  flag('AttachRequired', 'Whether volumes are attached.', ({ spec }) => spec.attachRequired ?? true),
  flag('PodInfoOnMount', 'Whether pod info is passed on mount.', ({ spec }) => spec.podInfoOnMount ?? false),
  {
    ...flag('StorageCapacity', 'Whether it publishes its capacity.', ({ spec }) => spec.storageCapacity ?? false),
    since: '1.21',
  },
  {
    name: 'TokenRequests',
    since: '1.21',
    type: 'string',
    description: 'Who its tokens are for.',
    cell: ({ spec }) => spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>',
  },
  {
    ...flag('RequiresRepublish', 'Whether it is called again.', ({ spec }) => spec.requiresRepublish ?? false),
    since: '1.21',
  },
  {
    name: 'Modes',
    type: 'string',
    description: 'What volumes it serves.',
    cell: ({ spec }) => spec.volumeLifecycleModes?.join(',') || NONE_CELL,
  },
  ageColumn(),
];

function flag(name: string, description: string, cell: Cell): Column<CSIDriver> {
  return { name, type: 'boolean', description, cell };
}
