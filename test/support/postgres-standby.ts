import { appendFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Files of a running server that are not part of a copy: it has its own, and streams the log from the start of the copy. */
const UNCOPIED = /\/(postmaster\.(pid|opts)|pg_stat_tmp\/.+|pg_wal\/[0-9A-F]{24})$/;

/** The functions that begin and end a copy have other names since PostgreSQL 15. */
const RENAMED_IN = 150_000;

/** Copies the data of a running server like pg_basebackup, which PostgreSQL of npm lacks. */
export async function copyRunning(source: { url: string; dataDirectory: string }, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: source.url, ssl: false });
  await client.connect();
  try {
    const isFormer = (await serverVersion(client)) < RENAMED_IN;
    // The copy counts only if the connection that began it ends it.
    await client.query(
      isFormer ? "SELECT pg_start_backup('copy', true, false)" : "SELECT pg_backup_start('copy', true)",
    );
    await cp(source.dataDirectory, target, { recursive: true, filter: (path) => !UNCOPIED.test(path) });
    const end = isFormer ? 'pg_stop_backup(false, false)' : 'pg_backup_stop(false)';
    const { rows } = await client.query<{ labelfile: string }>(`SELECT labelfile FROM ${end}`);
    await writeFile(join(target, 'backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
}

/** Makes the server of a copy a standby that streams from a port of the loopback interface. */
export async function followPrimary(dataDirectory: string, port: number): Promise<void> {
  const settings = `primary_conninfo = 'host=127.0.0.1 port=${port} user=binnacle'\n`;
  await appendFile(join(dataDirectory, 'postgresql.auto.conf'), settings);
  await writeFile(join(dataDirectory, 'standby.signal'), '');
}

async function serverVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  return Number(rows[0]!.server_version_num);
}
