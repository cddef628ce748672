import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import { replacedLabelWarnings } from '../replaced-label-warnings.js';
import type { StorageClass } from './storage-class.v1.js';
import { validateStorageClass, validateStorageClassUpdate } from './storage-class.validation.js';

const TOPOLOGIES = FieldPath.of('allowedTopologies');

/** The rules of storage classes. */
export const storageClassStrategy: Strategy<StorageClass> = {
  repeatedMetadataCheck: 'change',
  validate: validateStorageClass,
  validateUpdate: validateStorageClassUpdate,
  warningsOnCreate: warningsOf,
  warningsOnUpdate: warningsOf,
};

function warningsOf({ allowedTopologies }: StorageClass): string[] {
  return (allowedTopologies ?? []).flatMap(({ matchLabelExpressions = [] }, i) => {
    const path = TOPOLOGIES.index(i).child('matchLabelExpressions');
    return replacedLabelWarnings(matchLabelExpressions, path);
  });
}
