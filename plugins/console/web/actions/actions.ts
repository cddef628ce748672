import type { Action } from './action.js';
import { batchActions } from './batch-actions.js';
import { certificateActions } from './certificate-actions.js';
import type { ActionTarget } from './kubectl.js';
import { nodeActions } from './node-actions.js';
import { workloadActions } from './workload-actions.js';

const ALL: readonly Action[] = [...workloadActions, ...batchActions, ...nodeActions, ...certificateActions];

/** Returns the actions on an object in its state. */
export function actionsOn(target: ActionTarget): readonly Action[] {
  return ALL.filter((action) => action.appliesTo(target));
}
