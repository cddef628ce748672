import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
} from '../../../../src/plugin-api/index.js';
import { isPodWrite, podOf } from './admitted-pod.js';
import type { Toleration } from '../shape/scheduling.v1.js';

const TAINTS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const SECONDS = 300;

/** Adds tolerations of some minutes for nodes that have become unreachable or not ready. */
export class DefaultTolerationSecondsAdmission extends AdmissionPlugin {
  readonly name = 'DefaultTolerationSeconds';

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return (operation === 'CREATE' || operation === 'UPDATE') && isPodWrite(resource);
  }

  override admit(attributes: AdmissionAttributes): boolean {
    const spec = podOf(attributes)?.spec;
    if (!spec) return false;
    const present = spec.tolerations ?? [];
    const missing = TAINTS.filter((key) => !present.some((toleration) => toleratesEviction(toleration, key)));
    if (missing.length === 0) return false;
    const added = missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: SECONDS }));
    spec.tolerations = [...present, ...added];
    return true;
  }
}

function toleratesEviction(toleration: Toleration, taint: string): boolean {
  const { key = '', effect = '' } = toleration;
  return (key === '' || key === taint) && (effect === '' || effect === 'NoExecute');
}
