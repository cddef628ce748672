import type { DataSource, QueryRunner } from 'typeorm';
import { unreachable } from '../storage-error.js';
import { CreateStore1764115200000 } from './migrations/create-store.migration.js';

/** The migrations, in order. */
export const MIGRATIONS = [CreateStore1764115200000];

/** Functions and indexes of this release are needed. */
const OLDEST_SERVER = 130_000;
const REMEDY_OF_NEWER = 'start that version again, or restore a backup of this one';

/**
 * Makes the schema, or updates it; of several servers that start at the same time one after the other.
 * Rejects with `Unreachable` where PostgreSQL is too old or a newer version of this program has changed the schema.
 */
export async function bringUpSchema(dataSource: DataSource, schema: string): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await refuseOldServer(runner);
    await runner.query('SELECT pg_advisory_lock(hashtext($1), 0)', [schema]);
    const [{ exists }] = await query<{ exists: boolean }>(runner, `SELECT to_regnamespace($1) IS NOT NULL AS exists`, [
      schema,
    ]);
    if (!exists) await runner.query(`CREATE SCHEMA ${schema}`);
    await refuseNewerSchema(runner, schema);
    await dataSource.runMigrations();
    await runner.query('SELECT pg_advisory_unlock(hashtext($1), 0)', [schema]);
  } finally {
    await runner.release();
  }
}

async function refuseOldServer(runner: QueryRunner): Promise<void> {
  const [{ server_version_num: version }] = await query<{ server_version_num: string }>(
    runner,
    'SHOW server_version_num',
  );
  if (Number(version) < OLDEST_SERVER) throw unreachable('PostgreSQL is older than release 13');
}

async function refuseNewerSchema(runner: QueryRunner, schema: string): Promise<void> {
  const table = `${schema}.migrations`;
  const [{ exists }] = await query<{ exists: boolean }>(runner, 'SELECT to_regclass($1) IS NOT NULL AS exists', [
    table,
  ]);
  if (!exists) return;
  const applied = await query<{ name: string }>(runner, `SELECT name FROM ${table}`);
  const known = new Set(MIGRATIONS.map((migration) => migration.name));
  const unknown = applied.find(({ name }) => !known.has(name));
  if (!unknown) return;
  throw unreachable(`the store was written by a newer version: it has the schema ${unknown.name}; ${REMEDY_OF_NEWER}`);
}

function query<Row>(runner: QueryRunner, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  return runner.query(sql, parameters) as Promise<Row[]>;
}
