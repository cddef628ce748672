import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import { replacedNodeLabel } from '../../core/index.js';
import { replacedLabelWarnings } from '../replaced-label-warnings.js';
import type { CSIStorageCapacity } from './csi-storage-capacity.v1.js';
import { validateCsiStorageCapacity, validateCsiStorageCapacityUpdate } from './csi-storage-capacity.validation.js';

const TOPOLOGY = FieldPath.of('nodeTopology');

/** The rules of the room for volumes. */
export const csiStorageCapacityStrategy: Strategy<CSIStorageCapacity> = {
  repeatedMetadataCheck: 'change',
  validate: validateCsiStorageCapacity,
  validateUpdate: validateCsiStorageCapacityUpdate,
  warningsOnCreate: warningsOf,
  warningsOnUpdate: warningsOf,
};

function warningsOf({ nodeTopology }: CSIStorageCapacity): string[] {
  const { matchLabels = {}, matchExpressions = [] } = nodeTopology ?? {};
  return [
    ...replacedLabelWarnings(matchExpressions, TOPOLOGY.child('matchExpressions')),
    ...Object.keys(matchLabels).flatMap((key) => {
      const replaced = replacedNodeLabel(key);
      return replaced === undefined ? [] : [`${TOPOLOGY.child('matchLabels', key)}: ${replaced}`];
    }),
  ];
}
