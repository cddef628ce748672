import { defineKind } from '../../../src/plugin-api/index.js';
import { StorageVersionMigration } from './storage-version-migration.v1alpha1.js';
import {
  validateMigration,
  validateMigrationStatus,
  validateMigrationUpdate,
} from './storage-version-migration.validation.js';

/** StorageVersionMigration: rewrites all stored objects of a resource in the newest storage version. */
export const storageVersionMigrationKind = defineKind<StorageVersionMigration>({
  kind: 'StorageVersionMigration',
  plural: 'storageversionmigrations',
  namespaced: false,
  versions: [
    {
      name: 'v1alpha1',
      type: StorageVersionMigration,
      onByDefault: false,
      featureGate: 'StorageVersionMigrator',
      introduced: '1.30',
      deprecated: '1.33',
      removed: '1.36',
    },
  ],
  storageVersion: 'v1alpha1',
  quirks: { allowsPlainFinalizers: true },
  storagePrefix: 'storageversionmigrations',
  strategy: {
    prepareForCreate: (migration) => void (migration.status = {}),
    validate: validateMigration,
    validateUpdate: validateMigrationUpdate,
    validateStatusUpdate: validateMigrationStatus,
  },
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['metadata', 'spec'],
  generation: 'none',
  columns: [
    { name: 'Name', type: 'string', description: 'Name of the object.', cell: ({ metadata }) => metadata.name ?? '' },
    {
      name: 'Resource',
      type: 'string',
      description: 'The resource that is migrated.',
      cell: ({ spec }) =>
        `${spec?.resource?.resource ?? ''}.${spec?.resource?.version ?? ''}.${spec?.resource?.group ?? ''}`,
    },
  ],
});
