import type { DaemonSet } from './daemon-set.v1.js';

/** Fills in how pods are replaced. */
export function defaultDaemonSet({ spec }: DaemonSet): void {
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
