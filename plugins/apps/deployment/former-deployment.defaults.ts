import { type FormerWorkload, defaultLabels } from '../former-labels.defaults.js';
import { type DefaultedDeployment, defaultDeployment } from './deployment.defaults.js';

const ALL_REVISIONS = 2 ** 31 - 1;

/** Fills in a deployment of apps/v1beta1. */
export function defaultAppsV1beta1Deployment(deployment: DefaultedDeployment & FormerWorkload): void {
  defaultLabels(deployment);
  if (deployment.spec) deployment.spec.revisionHistoryLimit ??= 2;
  defaultDeployment(deployment);
}

/** Fills in a deployment of extensions/v1beta1. */
export function defaultExtensionsDeployment(deployment: DefaultedDeployment & FormerWorkload): void {
  defaultLabels(deployment);
  const { spec } = deployment;
  if (spec) {
    const strategy = (spec.strategy ??= {});
    strategy.type ||= 'RollingUpdate';
    if (strategy.type === 'RollingUpdate' || strategy.rollingUpdate) {
      const rolling = (strategy.rollingUpdate ??= {});
      rolling.maxUnavailable ??= 1;
      rolling.maxSurge ??= 1;
    }
    spec.revisionHistoryLimit ??= ALL_REVISIONS;
    spec.progressDeadlineSeconds ??= ALL_REVISIONS;
  }
  defaultDeployment(deployment);
}
