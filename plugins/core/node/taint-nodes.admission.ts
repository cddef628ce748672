import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import { isObjectOf } from '../../../src/plugin-api/built-in.js';
import type { Node } from './node.v1.js';

const NODES = { group: '', resource: 'nodes' };
const NOT_READY = 'node.kubernetes.io/not-ready';

/** Taints a new node, so that it gets no pods before it is ready. */
export class TaintNodesAdmission extends AdmissionPlugin {
  readonly name = 'TaintNodesByCondition';

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return operation === 'CREATE' && isObjectOf(resource, NODES);
  }

  override admit({ object }: AdmissionAttributes): boolean {
    const node = object as Node;
    node.spec ??= {};
    const taints = node.spec.taints ?? [];
    if (taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')) return false;
    node.spec.taints = [...taints, { key: NOT_READY, effect: 'NoSchedule' }];
    return true;
  }
}
