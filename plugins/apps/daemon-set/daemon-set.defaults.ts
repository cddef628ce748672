import type { ObjectMeta } from '../../../src/plugin-api/index.js';
import type { IntOrString } from '../../../src/plugin-api/built-in.js';
import { setTemplateGeneration, templateGenerationOf } from './template-generation.js';

/** The members of a daemon set that have defaults. */
export interface DefaultedDaemonSet {
  metadata: ObjectMeta;
  spec?: {
    updateStrategy?: { type?: string; rollingUpdate?: { maxUnavailable?: IntOrString; maxSurge?: IntOrString } };
    revisionHistoryLimit?: number;
  };
}

/** Fills in a daemon set. */
export function defaultDaemonSet(set: DefaultedDaemonSet): void {
  // Every client sees the annotation, so all that is written has it before ownership is recorded.
  setTemplateGeneration(set, templateGenerationOf(set));
  if (set.spec) defaultDaemonSetSpec(set.spec);
}

/** Fills in how pods are replaced. */
export function defaultDaemonSetSpec(spec: NonNullable<DefaultedDaemonSet['spec']>): void {
  const strategy = (spec.updateStrategy ??= {});
  strategy.type ||= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {});
    rolling.maxUnavailable ??= 1;
    rolling.maxSurge ??= 0;
  } else if (strategy.rollingUpdate) {
    // The reference's internal type has no absent numbers.
    strategy.rollingUpdate.maxUnavailable ??= 0;
    strategy.rollingUpdate.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= 10;
}
