import type { AccessAttributes } from '../api/may.js';
import { valueAt } from '../model/value-at.js';
import { type Action, attributesFor, fieldChange, isOneOf } from './action.js';
import type { ActionTarget } from './kubectl.js';

/** Reports whether the scheduler leaves out a node. */
export function isCordoned({ object }: ActionTarget): boolean {
  return valueAt(object, 'spec', 'unschedulable') === true;
}

/** Returns the fields that keep new pods from a node. */
export const CORDONED = { spec: { unschedulable: true } };

/** The title of the action that takes the pods from a node. */
export const DRAIN = 'Drain';

/** Returns the requests that a drain consists of. */
export function drainAccess(target: ActionTarget): readonly AccessAttributes[] {
  const pods = { group: '', resource: 'pods', namespace: '', name: '' };
  return [
    attributesFor(target, 'patch'),
    { ...pods, verb: 'list', subresource: '' },
    { ...pods, verb: 'create', subresource: 'eviction' },
  ];
}

/** Actions on nodes. */
export const nodeActions: readonly Action[] = [
  fieldChange({
    title: 'Cordon',
    explanation: 'The scheduler places no new pods on the node; those that run continue.',
    appliesTo: (target) => isOneOf(target.resource, '', 'nodes') && !isCordoned(target),
    fields: () => CORDONED,
    words: ['cordon'],
  }),
  fieldChange({
    title: 'Uncordon',
    explanation: 'The scheduler places pods on the node again.',
    appliesTo: (target) => isOneOf(target.resource, '', 'nodes') && isCordoned(target),
    fields: () => ({ spec: { unschedulable: null } }),
    words: ['uncordon'],
  }),
];
