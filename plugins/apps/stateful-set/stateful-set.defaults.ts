import type { StatefulSet } from './stateful-set.v1.js';

/** Fills in how pods and their claims are made and replaced. */
export function defaultStatefulSet({ spec }: StatefulSet): void {
  if (!spec) return;
  spec.podManagementPolicy ||= 'OrderedReady';
  const strategy = (spec.updateStrategy ??= {});
  if (!strategy.type) {
    strategy.type = 'RollingUpdate';
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate) strategy.rollingUpdate.partition ??= 0;
  const retention = (spec.persistentVolumeClaimRetentionPolicy ??= {});
  retention.whenDeleted ||= 'Retain';
  retention.whenScaled ||= 'Retain';
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  for (const claim of spec.volumeClaimTemplates ?? [])
    Object.assign(claim, { apiVersion: 'v1', kind: 'PersistentVolumeClaim' });
}
