import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { CSIDriver } from './csi-driver.v1.js';

type Cell = Column<CSIDriver>['cell'];

/** What `kubectl get csidrivers` shows. */
export const csiDriverColumns: readonly Column<CSIDriver>[] = [
  nameColumn(),
  column('AttachRequired', 'boolean', 'Whether volumes are attached.', ({ spec }) => spec.attachRequired ?? true),
  column('PodInfoOnMount', 'boolean', 'Whether it is told of pods.', ({ spec }) => spec.podInfoOnMount ?? false),
  column('StorageCapacity', 'boolean', 'Whether it tells its room.', ({ spec }) => spec.storageCapacity ?? false),
  column('TokenRequests', 'string', 'Who its tokens are for.', ({ spec }) =>
    spec.tokenRequests ? spec.tokenRequests.map(({ audience }) => audience).join(',') : '<unset>',
  ),
  column('RequiresRepublish', 'boolean', 'Whether it is called again.', ({ spec }) => spec.requiresRepublish ?? false),
  column('Modes', 'string', 'What volumes it serves.', ({ spec }) => spec.volumeLifecycleModes?.join(',') || NONE_CELL),
  ageColumn(),
];

function column(name: string, type: 'boolean' | 'string', description: string, cell: Cell): Column<CSIDriver> {
  return { name, type, description, cell };
}
