import type { ApiObject, LabelSelector } from '../../src/plugin-api/index.js';
import type { ScaleDefinition } from '../../src/plugin-api/built-in.js';
import { matcherOf } from '../core/index.js';

interface Scalable extends ApiObject {
  spec?: { replicas?: number; selector: LabelSelector };
  status?: { replicas?: number };
}

/** Returns where workloads with `spec.replicas` and a label selector keep their scale. */
export function workloadScale<T extends Scalable>(): ScaleDefinition<T> {
  return {
    replicas: ({ spec }) => spec?.replicas ?? 0,
    setReplicas: ({ spec }, replicas) => {
      if (spec) spec.replicas = replicas;
    },
    statusReplicas: ({ status }) => status?.replicas ?? 0,
    selector: ({ spec }) => matcherOf(spec?.selector)?.toString() ?? '',
  };
}
