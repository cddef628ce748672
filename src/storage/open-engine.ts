import type { Logger } from '../observability/index.js';
import type { EtcdSettings } from './etcd-settings.js';
import type { PostgresSettings } from './postgres-settings.js';
import type { Storage } from './storage.js';

/** The settings that an engine is opened with. */
export interface EngineSettings {
  /** Where an engine that keeps files has them. */
  readonly directory: string;
  /** True if a store that was rolled back is opened all the same. */
  readonly acceptsOlder?: boolean;
  /** Where an engine that keeps its data in etcd reaches it. */
  readonly etcd?: EtcdSettings;
  /** Where an engine that keeps its data in PostgreSQL reaches it. */
  readonly postgres?: PostgresSettings;
  readonly logger: Logger;
}

/** Opens the store of an engine. Rejects with StorageError. */
export type OpenEngine = (settings: EngineSettings) => Promise<Storage>;
