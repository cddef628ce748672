import type { Deployment } from './deployment.v1.js';
import { rollbackRevisionOf } from './rollback.js';

/** Fills in how many pods there are and how they are replaced. */
export function defaultDeployment(deployment: Deployment): void {
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
