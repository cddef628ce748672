import type { FieldPath } from '../../src/plugin-api/index.js';
import { replacedNodeLabel } from '../core/index.js';

/** Returns warnings for requirements on labels of nodes that have been replaced. */
export function replacedLabelWarnings(requirements: readonly { readonly key: string }[], path: FieldPath): string[] {
  return requirements.flatMap(({ key }, i) => {
    const replaced = replacedNodeLabel(key);
    return replaced === undefined ? [] : [`${path.index(i).child('key')}: ${replaced}`];
  });
}
