import type { DaemonSet } from './daemon-set.v1.js';
import { setTemplateGeneration, templateGenerationOf } from './template-generation.js';

/** Fills in how pods are replaced. */
export function defaultDaemonSet(set: DaemonSet): void {
  // Every client sees the annotation, so all that is written has it before ownership is recorded.
  setTemplateGeneration(set, templateGenerationOf(set));
  const { spec } = set;
  if (!spec) return;
  const strategy = (spec.updateStrategy ??= {});
  strategy.type ||= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {});
    rolling.maxUnavailable ??= 1;
    rolling.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= 10;
}
