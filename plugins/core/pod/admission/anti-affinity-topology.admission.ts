import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  forbiddenResource,
  type AdmittedResource,
} from '../../../../src/plugin-api/index.js';
import { isPodWrite, podOf } from './admitted-pod.js';

const ALLOWED = 'kubernetes.io/hostname';

/** Restricts required anti-affinity to single nodes: wider topologies would exclude other users. */
export class LimitPodHardAntiAffinityTopologyAdmission extends AdmissionPlugin {
  readonly name = 'LimitPodHardAntiAffinityTopology';
  override readonly isOnByDefault = false;

  handles(operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return (operation === 'CREATE' || operation === 'UPDATE') && isPodWrite(resource);
  }

  override validate(attributes: AdmissionAttributes): void {
    const pod = podOf(attributes);
    const terms = pod?.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const wide = terms.find(({ topologyKey }) => topologyKey !== ALLOWED);
    if (!wide) return;
    const why = `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${wide.topologyKey} but only key ${ALLOWED} is allowed`;
    throw forbiddenResource(attributes.resource, pod!.metadata.name ?? '', why);
  }
}
