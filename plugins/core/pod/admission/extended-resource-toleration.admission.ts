import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
} from '../../../../src/plugin-api/index.js';
import { isExtendedResource } from '../../resource-name/resource-name.js';
import { isPodWrite, podOf } from './admitted-pod.js';
import { addToleration } from '../shape/tolerations.js';

/** Adds tolerations for nodes that are dedicated to an extended resource (taints named like it). */
export class ExtendedResourceTolerationAdmission extends AdmissionPlugin {
  readonly name = 'ExtendedResourceToleration';
  override readonly isOnByDefault = false;

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return (operation === 'CREATE' || operation === 'UPDATE') && isPodWrite(resource);
  }

  override admit(attributes: AdmissionAttributes): boolean {
    const spec = podOf(attributes)?.spec;
    if (!spec) return false;
    const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
    const asked = containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {}));
    const extended = [...new Set(asked.filter(isExtendedResource))].sort();
    for (const key of extended) addToleration(spec, { key, operator: 'Exists' });
    return extended.length > 0;
  }
}
