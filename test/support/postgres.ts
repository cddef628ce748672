import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresSettings } from '../../src/storage/index.js';
import { PostgresStorage } from '../../src/storage/postgres/index.js';
import type { PostgresStorageOptions } from '../../src/storage/postgres/postgres-storage.js';
import type { OpenedStorage } from '../contract/storage.contract.js';
import { freePort } from './free-port.js';
import { copyRunning, followPrimary } from './postgres-standby.js';
import { eventually } from './storage-recorder.js';

const PROGRAMS = findPrograms();
const OWNER = 'postgres';

/** `describe`, or where there is no PostgreSQL to run a `describe.skip` that says so. */
export const describeWithPostgres: typeof describe | typeof describe.skip =
  PROGRAMS === undefined ? skipAloud() : describe;

/** A server of PostgreSQL with its own directory. */
export class PostgresProcess {
  private process: ChildProcess | undefined;
  private schemas = 0;

  private constructor(
    private readonly directory: string,
    readonly port: number,
    private readonly flags: readonly string[],
  ) {}

  /** Starts one on a free port of the loopback interface. */
  static async start(flags: readonly string[] = []): Promise<PostgresProcess> {
    const directory = makeDirectory();
    const init = ['-D', join(directory, 'data'), '-A', 'trust', '-U', 'binnacle', '-E', 'UTF8', '--locale=C', '-N'];
    execFileSync(...asOwner('initdb', init), { stdio: 'ignore', cwd: directory });
    const postgres = new PostgresProcess(directory, await freePort(), flags);
    await postgres.resume();
    return postgres;
  }

  /** Starts a standby that streams from a server, by way of a port, on whose answer the server's commits wait from then on. */
  static async standbyOf(primary: PostgresProcess, port = primary.port): Promise<PostgresProcess> {
    const directory = makeDirectory();
    const standby = new PostgresProcess(directory, await freePort(), []);
    await copyRunning(primary, standby.dataDirectory);
    await followPrimary(standby.dataDirectory, port);
    if (isRoot()) execFileSync('chown', ['-R', ownerIds().join(':'), standby.dataDirectory]);
    await standby.resume();
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('SELECT pg_reload_conf()');
    const states = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
    await eventually(async () => (await primary.query(states)).length > 0, 'a synchronous standby');
    return standby;
  }

  /** Makes a standby the primary; resolves when it accepts writes. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  get url(): string {
    return `postgres://binnacle@127.0.0.1:${this.port}/postgres`;
  }

  /** Over the socket of the server, by the driver's own form of URLs. */
  get socketUrl(): string {
    return `socket://binnacle@${this.directory}?db=postgres&port=${this.port}`;
  }

  /** The directory of the data, owned by the user of the server. */
  get dataDirectory(): string {
    return join(this.directory, 'data');
  }

  get pid(): number {
    return this.process!.pid!;
  }

  /** The settings of an engine on this server, in a schema. */
  settings(schema = 'binnacle'): PostgresSettings {
    const files = { urlFile: '', passwordFile: '', caFile: '', certFile: '', keyFile: '' };
    return { url: this.url, ...files, schema, maxConnections: 5, statementTimeoutMs: 10_000 };
  }

  /** Starts the server again, on the data it had; it answers at a URL. */
  async resume(url = this.url): Promise<void> {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${this.directory}`, ...this.flags];
    const flags = ['-D', this.dataDirectory, '-p', `${this.port}`, ...settings.flatMap((one) => ['-c', one])];
    // It leads a process group, so that all its processes can be stopped for a while.
    this.process = spawn(...asOwner('postgres', flags), { stdio: 'ignore', cwd: this.directory, detached: true });
    await untilAnswered(() => ask(url, 'SELECT 1'));
  }

  /** Kills the server and its processes as a failing machine would; its data stay. */
  async kill(): Promise<void> {
    const { process: child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    this.signal('SIGCONT');
    this.signal('SIGKILL');
    await ended;
    rmSync(join(this.directory, 'data', 'postmaster.pid'), { force: true });
  }

  /** Sends a signal to the server and all its processes: each leads its own group. */
  signal(signal: NodeJS.Signals): void {
    for (const pid of [this.pid, ...childrenOf(this.pid)]) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }

  /** Kills the server and removes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Runs a statement as the owner of the database. */
  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return ask<Row>(this.url, sql, values);
  }

  /** The name of a schema that no other test uses. */
  newSchema(): string {
    this.schemas += 1;
    return `test_${this.schemas}`;
  }

  /** Moves the time at which keys of a schema expire by so many seconds. */
  async expire(schema: string, seconds: number): Promise<void> {
    await this.query(`UPDATE ${schema}.record SET expires_at = expires_at - $1`, [seconds * 1000]);
  }

  /** Opens an engine on its own schema, with a clock that `advance` moves. */
  async openStorage(options: Partial<PostgresStorageOptions> = {}): Promise<OpenedPostgres> {
    const schema = options.schema ?? this.newSchema();
    const storage = await PostgresStorage.open({ ...this.settings(schema), expirySweepMs: 100, ...options });
    const advance = (seconds: number): Promise<void> => this.expire(schema, seconds);
    return { storage, schema, advance, delivered: () => deliveredBy(storage) };
  }
}

/** An engine on PostgreSQL, and its schema. */
export interface OpenedPostgres extends OpenedStorage {
  readonly storage: PostgresStorage;
  readonly schema: string;
}

async function ask<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, ssl: false });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function deliveredBy(storage: PostgresStorage): Promise<void> {
  const revision = await storage.currentRevision();
  await eventually(() => storage.deliveredRevision >= revision, `delivery up to ${revision}`);
}

async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 30_000; ;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-postgres-'));
  const [uid, gid] = ownerIds();
  if (isRoot()) chownSync(directory, uid, gid);
  return directory;
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', `${pid}`], { encoding: 'utf8' }).trim();
  return listed === '' ? [] : listed.split(/\s+/).map(Number);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function ownerIds(): [uid: number, gid: number] {
  if (!isRoot()) return [process.getuid!(), process.getgid!()];
  const id = (flag: string): number => Number(execFileSync('id', [flag, OWNER], { encoding: 'utf8' }));
  return [id('-u'), id('-g')];
}

/** The server refuses to run as root. */
function asOwner(program: string, flags: readonly string[]): [string, string[]] {
  const path = join(PROGRAMS!, program);
  if (!isRoot()) return [path, [...flags]];
  const [uid, gid] = ownerIds();
  return ['setpriv', [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', path, ...flags]];
}

/** The directory that `TEST_POSTGRES_PROGRAMS` names; else of the newest release that Debian has installed, or one in the PATH. */
function findPrograms(): string | undefined {
  const named = process.env.TEST_POSTGRES_PROGRAMS;
  if (named !== undefined) {
    if (!existsSync(join(named, 'initdb'))) throw new Error(`TEST_POSTGRES_PROGRAMS: there is no initdb in ${named}`);
    return named;
  }
  const releases = '/usr/lib/postgresql';
  const installed = existsSync(releases) ? readdirSync(releases).toSorted((a, b) => Number(b) - Number(a)) : [];
  const directories = [
    ...installed.map((release) => join(releases, release, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return directories.find((directory) => existsSync(join(directory, 'initdb')));
}

function skipAloud(): typeof describe.skip {
  process.stderr.write('skipped: there is no PostgreSQL (Debian: apt-get install postgresql-15)\n');
  return describe.skip;
}
