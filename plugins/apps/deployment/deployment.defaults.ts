import type { ObjectMeta } from '../../../src/plugin-api/index.js';
import type { IntOrString } from '../../../src/plugin-api/built-in.js';
import { rollbackRevisionOf } from './rollback.js';

/** The members of a deployment that have defaults. */
export interface DefaultedDeployment {
  metadata: ObjectMeta;
  spec?: {
    replicas?: number;
    strategy?: { type?: string; rollingUpdate?: { maxUnavailable?: IntOrString; maxSurge?: IntOrString } };
    revisionHistoryLimit?: number;
    progressDeadlineSeconds?: number;
  };
}

/** Fills in how many pods there are and how they are replaced. */
export function defaultDeployment(deployment: DefaultedDeployment): void {
  // As early as conversion, which is where the reference refuses an annotation that is no number.
  rollbackRevisionOf(deployment);
  const { spec } = deployment;
  if (!spec) return;
  spec.replicas ??= 1;
  const strategy = (spec.strategy ??= {});
  strategy.type ||= 'RollingUpdate';
  if (strategy.type === 'RollingUpdate') {
    const rolling = (strategy.rollingUpdate ??= {});
    rolling.maxUnavailable ??= '25%';
    rolling.maxSurge ??= '25%';
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
}
