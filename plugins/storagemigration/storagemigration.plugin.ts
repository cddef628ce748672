import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { storageVersionMigrationKind } from './storage-version-migration/storage-version-migration.kind.js';

/** Migrations of stored objects. */
@ApiGroupPlugin({ group: 'storagemigration.k8s.io', versions: ['v1alpha1'], kinds: [storageVersionMigrationKind] })
export class StoragemigrationPlugin {}
