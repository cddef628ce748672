import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { MigrationMetrics } from './migrator/migration-metrics.js';
import { StorageVersionMigratorController } from './migrator/storage-version-migrator.controller.js';
import { storageVersionMigrationKind } from './storage-version-migration/storage-version-migration.kind.js';

/** Migrations of stored objects. */
@ApiGroupPlugin({
  group: 'storagemigration.k8s.io',
  versions: ['v1beta1', 'v1alpha1'],
  kinds: [storageVersionMigrationKind],
  providers: [MigrationMetrics],
  controllers: [StorageVersionMigratorController],
})
export class StoragemigrationPlugin {}
