import { defineKind } from '../../../src/plugin-api/index.js';
import { migrationFromV1beta1 } from './storage-version-migration.conversion.js';
import { StorageVersionMigrationV1beta1 } from './storage-version-migration.v1beta1.js';
import { type GroupVersionResource, StorageVersionMigration } from './storage-version-migration.v1alpha1.js';
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
      name: 'v1beta1',
      type: StorageVersionMigrationV1beta1,
      conversion: migrationFromV1beta1,
      onByDefault: false,
      featureGate: 'StorageVersionMigrator',
      introduced: '1.35',
      deprecated: '1.38',
      removed: '1.41',
    },
    {
      name: 'v1alpha1',
      type: StorageVersionMigration,
      onByDefault: false,
      featureGate: 'StorageVersionMigrator',
      introduced: '1.30',
      deprecated: '1.33',
      removed: '1.36',
      // It went earlier than it was announced.
      variants: [{ since: '1.35', removed: '1.35' }],
    },
  ],
  storageVersion: 'v1alpha1',
  quirks: { allowsPlainFinalizers: true, storedAs: [{ since: '1.35', version: 'v1beta1' }] },
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
      cell: ({ spec }) => formatResource(spec?.resource),
    },
  ],
});

function formatResource({ group = '', version = '', resource = '' }: GroupVersionResource = {}): string {
  // v1beta1 names no version.
  return version === '' && resource !== '' ? `${resource}.${group}` : `${resource}.${version}.${group}`;
}
