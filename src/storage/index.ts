export * from './storage.js';
export * from './storage-error.js';
export { type ObjectStorage, MeasuredStorage } from './measured-storage.js';
export { replayedChangeBefore } from './replayed-change.js';
export { StorageMetrics } from './storage-metrics.js';
export { CompactionLoop } from './compaction-loop.js';
export * from './leadership.js';
export * from './fields-out-of-view.js';
export * from './unreadable-values.js';
export * from './value-transformer.js';
export { StorageEngines, isEmbedded } from './engines.js';
export * from './watch-cache/index.js';
export { type ChosenEngine, StorageModule, type StorageModuleOptions } from './storage.module.js';
export {
  Encryption,
  type StoredForm,
  aesGcmCipher,
  encryptedResources,
  isEncryptionConfiguration,
  isUnderKey,
  storedFormOf,
} from './encryption/index.js';
export type { EtcdSettings } from './etcd-settings.js';
export type { PostgresSettings } from './postgres-settings.js';
export * from './row-store.js';
export { Slab } from './slab.js';
export { type RowStoreLocation, openRowStore } from './open-row-store.js';
export { readRows } from './read-rows.js';
export { backUpStore, restoreStore } from './store-backups.js';
export { rewriteStore } from './rewrite-store.js';
export type { KeyedValue } from './store-rewrite.js';
export { etcdFormOf } from './etcd-form.js';
