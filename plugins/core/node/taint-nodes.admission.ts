import { type AdmissionAttributes, type AdmissionOperation, AdmissionPlugin } from '../../../src/plugin-api/index.js';
import type { Node } from './node.v1.js';

const NOT_READY = 'node.kubernetes.io/not-ready';

/** Keeps pods away from a new node until somebody has seen it ready. */
export class TaintNodesAdmission extends AdmissionPlugin {
  readonly name = 'TaintNodesByCondition';

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE';
  }

  override admit({ resource, subresource, object }: AdmissionAttributes): boolean {
    if (resource.resource !== 'nodes' || resource.group !== '' || subresource !== '') return false;
    const node = object as Node;
    node.spec ??= {};
    const taints = node.spec.taints ?? [];
    if (taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')) return false;
    node.spec.taints = [...taints, { key: NOT_READY, effect: 'NoSchedule' }];
    return true;
  }
}
