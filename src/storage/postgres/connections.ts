import pg, { type Client, type Pool, type PoolClient, type QueryConfig } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresSettings } from '../postgres-settings.js';
import { StorageError, isStorageError, unreachable } from '../storage-error.js';
import { type ConnectSettings, readConnectSettings } from './connect-settings.js';
import { Hosts, unreached } from './hosts.js';
import { fromStatementError, isUnanswered, isUsableAfter } from './postgres-errors.js';
import { MIGRATIONS, bringUpSchema } from './schema.js';

/** A statement with its parameters; one with a name is prepared once for each connection. */
export type Statement = Pick<QueryConfig, 'name' | 'text' | 'values'>;

/** How long a connection may take to be made, or to become free. */
const CONNECT_TIMEOUT_MS = 2000;
/** The server cancels a statement; the driver gives up somewhat later, where the server does not answer. */
const GRACE_MS = 500;
/** Reads that may wait for a connection. */
const MAX_WAITING = 1000;
/** Connections that do not read: one that writes, and one that waits for changes. */
const NOT_READING = 2;

/**
 * The connections to PostgreSQL: TypeORM's pool for reads, one for writes, and those that wait for changes. A lost one is
 * made again when it is needed, to the next server of the URL where that has to be. A statement is sent once.
 */
export class Connections {
  private ending: Promise<void> | undefined;
  private writerId: number | undefined;
  /** Connections made before a server did not answer are not used again: they may lead to that server. */
  private suspectBefore = -Infinity;

  private readonly writer: Pool;

  private constructor(
    private readonly dataSource: DataSource,
    private readonly hosts: Hosts,
    private readonly parts: ConnectionParts,
  ) {
    this.writer = new pg.Pool({ ...parts.pool, max: 1 });
    this.writer.on('error', () => {});
  }

  /** Connects, and updates the schema. Rejects with StorageError. */
  static async open(settings: PostgresSettings): Promise<Connections> {
    const connect = await readConnectSettings(settings);
    const hosts = new Hosts(connect.hosts);
    const parts = partsOf(settings, connect, hosts);
    const dataSource = await openDataSource(settings, parts, hosts);
    return new Connections(dataSource, hosts, parts);
  }

  /** The process in the server that carries out the writes of this one, as notifications name it. */
  get writerProcess(): number | undefined {
    return this.writerId;
  }

  /** Runs a statement that reads. Rejects with StorageError. */
  read<Row>(statement: Statement): Promise<Row[]> {
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    return this.run<Row>(pool, statement);
  }

  /** Runs a statement that writes, each after the one before. Where the connection breaks the outcome is unknown. */
  write<Row>(statement: Statement): Promise<Row[]> {
    return this.run<Row>(this.writer, statement);
  }

  /** Creates a connection outside the pools. Rejects with StorageError. */
  async connect(): Promise<Client> {
    const client = new this.parts.Client();
    try {
      await within(CONNECT_TIMEOUT_MS, client.connect());
      await this.parts.prepare(client);
      return client;
    } catch (error) {
      breakOff(client);
      throw unreached(error);
    }
  }

  /** Waits for running statements and closes all connections. */
  close(): Promise<void> {
    this.ending ??= Promise.all([this.writer.end(), this.dataSource.destroy()]).then(() => {});
    return this.ending;
  }

  private async run<Row>(pool: Pool, statement: Statement): Promise<Row[]> {
    const client = await this.take(pool);
    if (pool === this.writer) this.writerId = (client as { processID?: number }).processID;
    try {
      const { rows } = await client.query<Row & object>(statement);
      client.release();
      return rows;
    } catch (error) {
      client.release(!isUsableAfter(error));
      if (isUnanswered(error)) this.suspectBefore = performance.now();
      throw fromStatementError(error);
    }
  }

  private async connected(pool: Pool): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (this.parts.madeAt(client) > this.suspectBefore) return client;
      client.release(true);
    }
  }

  /** A connection of a pool. Nothing has been sent where it rejects, so all hosts may be tried. */
  private async take(pool: Pool): Promise<PoolClient> {
    if (this.ending) throw unreachable('the store is closed');
    if (pool.waitingCount >= MAX_WAITING) throw unreachable(`${MAX_WAITING} statements wait for a connection already`);
    if (pool.idleCount === 0) this.hosts.checkPause();
    for (let tried = 1; ; tried++) {
      const host = this.hosts.current;
      try {
        return await this.connected(pool);
      } catch (error) {
        if (isStorageError(error)) throw error;
        if (isBusy(error)) throw new StorageError('Timeout', 'no connection to PostgreSQL became free in time');
        this.hosts.leave(host);
        if (tried < this.hosts.count) continue;
        this.hosts.noteUnreached(error);
        throw unreached(error);
      }
    }
  }
}

interface ConnectionParts {
  readonly Client: new () => Client;
  readonly prepare: (client: Pick<Client, 'query'>) => Promise<void>;
  /** When a connection was made, in milliseconds of a steady clock. */
  readonly madeAt: (client: object) => number;
  readonly pool: pg.PoolConfig;
}

function partsOf({ statementTimeoutMs }: PostgresSettings, connect: ConnectSettings, hosts: Hosts): ConnectionParts {
  const timeouts = { query_timeout: statementTimeoutMs + GRACE_MS };
  class HostClient extends pg.Client {
    constructor() {
      super({ ...connect.clientConfig(hosts.current), ...timeouts });
      // Callers that run a statement get the error too.
      this.on('error', () => {});
    }
  }
  const times = new WeakMap<object, number>();
  const prepare = async (client: Pick<Client, 'query'>): Promise<void> => {
    const results = (await client.query(sessionOf(statementTimeoutMs))) as unknown as { rows: object[] }[];
    if ((results.at(-1)?.rows[0] as { standby: boolean }).standby) throw new Error('the server is a standby');
    hosts.noteReached();
    times.set(client, performance.now());
  };
  const pool = { Client: HostClient, onConnect: prepare, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const madeAt = (client: object): number => times.get(client) ?? -Infinity;
  return { Client: HostClient, prepare, madeAt, pool: pool as pg.PoolConfig };
}

/**
 * The parameters of a session. Guards are checked by statements that must see what was committed just before, and an
 * acknowledged write has to be on the disk. All statements read along an index; plans that sort all rows, and their
 * compilation, take hundreds of milliseconds.
 */
function sessionOf(statementTimeoutMs: number): string {
  const parameters = {
    default_transaction_isolation: "'read committed'",
    statement_timeout: statementTimeoutMs,
    bytea_output: "'hex'",
    jit: 'off',
    enable_seqscan: 'off',
    enable_bitmapscan: 'off',
    enable_sort: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
  };
  const settings = Object.entries(parameters).map(([name, value]) => `SET ${name} = ${value}`);
  const durable =
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";
  return [...settings, durable, 'SELECT pg_is_in_recovery() AS standby'].join('; ');
}

/** Opens TypeORM's pool on the first host that takes writes. */
async function openDataSource(
  { schema, maxConnections }: PostgresSettings,
  { pool }: ConnectionParts,
  hosts: Hosts,
): Promise<DataSource> {
  for (let tried = 1; ; tried++) {
    const dataSource = new DataSource({
      type: 'postgres',
      driver: pg,
      schema,
      migrations: MIGRATIONS,
      poolSize: maxConnections - NOT_READING,
      poolErrorHandler: () => {},
      extra: pool,
    });
    try {
      await dataSource.initialize();
    } catch (error) {
      if (isStorageError(error)) throw error;
      hosts.leave(hosts.current);
      if (tried < hosts.count) continue;
      throw unreached(error);
    }
    await bringUp(dataSource, schema);
    return dataSource;
  }
}

async function bringUp(dataSource: DataSource, schema: string): Promise<void> {
  try {
    await bringUpSchema(dataSource, schema);
  } catch (error) {
    await dataSource.destroy();
    throw fromStatementError(error);
  }
}

/** Destroys a connection without waiting for the server, which may not answer. */
export function breakOff(client: Client): void {
  const { connection } = client as unknown as { connection?: { stream: { destroy(): void } } };
  connection?.stream.destroy();
}

/** Reports whether all connections of a pool were in use for too long. */
function isBusy(error: unknown): boolean {
  return (error as Error).message === 'timeout exceeded when trying to connect';
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no connection within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
