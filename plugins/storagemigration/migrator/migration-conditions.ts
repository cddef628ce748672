import type {
  MigrationCondition,
  StorageVersionMigration,
  StorageVersionMigrationStatus,
} from '../storage-version-migration/storage-version-migration.v1alpha1.js';

/** The conditions of a migration. */
export type MigrationState = 'Running' | 'Succeeded' | 'Failed';

const REASONS: Readonly<Record<MigrationState, string>> = {
  Running: 'StorageVersionMigrationInProgress',
  Succeeded: 'StorageVersionMigrationSucceeded',
  Failed: 'StorageVersionMigrationFailed',
};

/** Reports whether a migration has ended, in either way. */
export function isOver({ status }: StorageVersionMigration): boolean {
  return hasCondition(status, 'Succeeded') || hasCondition(status, 'Failed');
}

/** Reports whether a condition is true. */
export function hasCondition(status: StorageVersionMigrationStatus | undefined, state: MigrationState): boolean {
  return status?.conditions?.some(({ type, status: value }) => type === state && value === 'True') ?? false;
}

/** Returns a status with a condition that is true; a migration that has ended does not run. */
export function withCondition(
  status: StorageVersionMigrationStatus,
  state: MigrationState,
  { at, message }: { readonly at: string; readonly message?: string },
): StorageVersionMigrationStatus {
  if (hasCondition(status, state)) return status;
  const others = (status.conditions ?? []).filter(({ type }) => type !== state);
  const ended = others.map((each) => (each.type === 'Running' ? { ...each, status: 'False' } : each));
  const added: MigrationCondition = { type: state, status: 'True', lastUpdateTime: at, reason: REASONS[state] };
  if (message !== undefined) added.message = message;
  return { ...status, conditions: [...ended, added] };
}
