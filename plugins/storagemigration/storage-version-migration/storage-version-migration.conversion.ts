import type { Condition, Conversion } from '../../../src/plugin-api/index.js';
import type { MigrationCondition, StorageVersionMigration } from './storage-version-migration.v1alpha1.js';
import type { StorageVersionMigrationV1beta1 } from './storage-version-migration.v1beta1.js';

/** Between v1beta1, which names a resource without a version and has the common conditions, and v1alpha1. */
export const migrationFromV1beta1: Conversion<StorageVersionMigrationV1beta1, StorageVersionMigration> = {
  toHub: ({ status, ...rest }) => ({
    ...rest,
    status: status && { ...status, conditions: status.conditions?.map(conditionToHub) },
  }),
  fromHub: ({ spec, status, ...rest }) => ({
    ...rest,
    spec: spec && { resource: resourceFromHub(spec.resource) },
    status: status && { ...status, conditions: status.conditions?.map(conditionFromHub) },
  }),
};

function resourceFromHub({ group = '', resource = '' }: { group?: string; resource?: string } = {}) {
  return { group, resource };
}

function conditionToHub({ lastTransitionTime, ...condition }: Condition): MigrationCondition {
  return { ...condition, lastUpdateTime: lastTransitionTime };
}

function conditionFromHub({
  lastUpdateTime = '',
  reason = '',
  message = '',
  ...condition
}: MigrationCondition): Condition {
  return { ...condition, lastTransitionTime: lastUpdateTime, reason, message };
}
