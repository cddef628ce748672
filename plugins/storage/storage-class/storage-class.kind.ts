import { defineKind } from '../../../src/plugin-api/index.js';
import { storageClassColumns } from './storage-class.columns.js';
import { storageClassStrategy } from './storage-class.strategy.js';
import { StorageClass } from './storage-class.v1.js';
import { FORMER_STORAGE_CLASS_VERSIONS } from './storage-class.former-versions.js';

/** StorageClass: names how volumes are made. */
export const storageClassKind = defineKind<StorageClass>({
  kind: 'StorageClass',
  plural: 'storageclasses',
  shortNames: ['sc'],
  namespaced: false,
  versions: [{ name: 'v1', type: StorageClass, introduced: '1.6' }, ...FORMER_STORAGE_CLASS_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'storageclasses',
  strategy: storageClassStrategy,
  generation: 'none',
  columns: storageClassColumns,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
});
