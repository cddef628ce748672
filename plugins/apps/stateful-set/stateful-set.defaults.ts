/** The members of a stateful set that have defaults. */
export interface DefaultedStatefulSet {
  spec?: {
    podManagementPolicy?: string;
    updateStrategy?: { type?: string; rollingUpdate?: { partition?: number } };
    persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string };
    replicas?: number;
    revisionHistoryLimit?: number;
    volumeClaimTemplates?: object[];
  };
}

/** Fills in how pods and their claims are made and replaced. */
export function defaultStatefulSet({ spec }: DefaultedStatefulSet): void {
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
