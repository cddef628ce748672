import type { EngineSettings, OpenEngine } from './open-engine.js';
import { loadWithBinary } from './sqlite-binary.js';
import type { Storage } from './storage.js';

/** Loads the code of an engine, by a dynamic import; called only where that engine is chosen. */
export type LoadEngine = () => Promise<OpenEngine>;

/** Engines by the names by which options choose them. */
export type NamedEngines = Readonly<Record<string, LoadEngine>>;

/** The engine that is used where none is named. */
export const DEFAULT_ENGINE = 'sqlite';

/** The engine that keeps everything in etcd. */
export const ETCD_ENGINE = 'etcd3';

/** The engine that keeps everything in memory. */
const MEMORY_ENGINE = 'memory';

/** The engine that keeps everything in PostgreSQL. */
const POSTGRES_ENGINE = 'postgres';

const OWN_ENGINES: NamedEngines = {
  [DEFAULT_ENGINE]: async () => (await loadWithBinary(() => import('./sqlite/index.js'))).openSqlite,
  [ETCD_ENGINE]: async () => (await import('./etcd/index.js')).openEtcd,
  [POSTGRES_ENGINE]: async () => (await import('./postgres/index.js')).openPostgres,
  [MEMORY_ENGINE]: async () => {
    const { openSqlite } = await loadWithBinary(() => import('./sqlite/index.js'));
    return (settings) => openSqlite({ ...settings, directory: ':memory:' });
  },
};

/** Reports whether an engine keeps its data in a directory that one process owns, or in that process. */
export function isEmbedded(name: string): boolean {
  return name === DEFAULT_ENGINE || name === MEMORY_ENGINE;
}

/** The storage engines of a server, by name: its own, and those of the program that embeds it. */
export class StorageEngines {
  private readonly loaders: ReadonlyMap<string, LoadEngine>;

  /** `others` may replace engines of the server by name. */
  constructor(others: NamedEngines = {}) {
    this.loaders = new Map(Object.entries({ ...OWN_ENGINES, ...others }));
  }

  /** Returns the error of a name without an engine, with the known names; undefined where the engine exists. */
  faultOf(name: string): string | undefined {
    return this.loaders.has(name) ? undefined : `${name} is not one of ${[...this.loaders.keys()].join(', ')}`;
  }

  /** Loads the engine of a name and opens its store. Rejects with StorageError, and where there is no such engine. */
  async open(name: string, settings: EngineSettings): Promise<Storage> {
    const load = this.loaders.get(name);
    if (!load) throw new Error(`storage engine ${this.faultOf(name)}`);
    const open = await load();
    return open(settings);
  }
}
