import type { EtcdSettings } from './etcd-settings.js';
import type { PostgresSettings } from './postgres-settings.js';
import type { RowStore } from './row-store.js';
import { loadWithBinary } from './sqlite-binary.js';

/** A store by its engine: the directory of an embedded one, or where a server keeps it. */
export type RowStoreLocation =
  { readonly sqlite: string } | { readonly postgres: PostgresSettings } | { readonly etcd: EtcdSettings };

/** Opens a store to move its rows. Rejects with StorageError, as for an embedded store that a server has open. */
export async function openRowStore(location: RowStoreLocation): Promise<RowStore> {
  if ('sqlite' in location)
    return (await loadWithBinary(() => import('./sqlite/index.js'))).SqliteRows.open(location.sqlite);
  if ('postgres' in location) return (await import('./postgres/index.js')).PostgresRows.open(location.postgres);
  return (await import('./etcd/index.js')).EtcdRows.open(location.etcd);
}
