import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import { replacedNodeLabel } from '../../core/index.js';
import type { RuntimeClass } from './runtime-class.v1.js';
import { validateRuntimeClass, validateRuntimeClassUpdate } from './runtime-class.validation.js';

const NODE_SELECTOR = FieldPath.of('scheduling', 'nodeSelector');

/** The rules of runtime classes. */
export const runtimeClassStrategy: Strategy<RuntimeClass> = {
  validate: validateRuntimeClass,
  validateUpdate: validateRuntimeClassUpdate,
  warningsOnCreate: warningsOf,
  warningsOnUpdate: warningsOf,
};

function warningsOf({ scheduling }: RuntimeClass): string[] {
  return Object.keys(scheduling?.nodeSelector ?? {}).flatMap((key) => {
    const replaced = replacedNodeLabel(key);
    return replaced === undefined ? [] : [`${NODE_SELECTOR}: ${replaced}`];
  });
}
