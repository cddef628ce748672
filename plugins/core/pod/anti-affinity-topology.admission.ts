import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  forbiddenResource,
} from '../../../src/plugin-api/index.js';
import { podOf } from './admitted-pod.js';

const ALLOWED = 'kubernetes.io/hostname';

/** Lets pods demand to be kept from others within one node alone: wider demands shut other users out. */
export class LimitPodHardAntiAffinityTopologyAdmission extends AdmissionPlugin {
  readonly name = 'LimitPodHardAntiAffinityTopology';
  override readonly isOnByDefault = false;

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE' || operation === 'UPDATE';
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
