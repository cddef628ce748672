import type { MigrationInterface, QueryRunner } from 'typeorm';
import { purgeSome, writeGroup } from './write-group.js';

/** The first schema: the history table, the counter of revisions, numbers of the store, and the functions that write. */
export class CreateStore1764115200000 implements MigrationInterface {
  readonly name = 'CreateStore1764115200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const schema = schemaOf(queryRunner);
    // Objects of common size stay in their rows. Larger ones are not compressed, which would take time under the lock.
    await queryRunner.query(
      `CREATE TABLE ${schema}.record (revision bigint PRIMARY KEY, key text COLLATE "C" NOT NULL, ` +
        `create_revision bigint NOT NULL, previous_revision bigint NOT NULL, deleted boolean NOT NULL, ` +
        `expires_at bigint, value bytea NOT NULL) WITH (toast_tuple_target = 8160)`,
    );
    await queryRunner.query(`ALTER TABLE ${schema}.record ALTER COLUMN value SET STORAGE EXTERNAL`);
    await queryRunner.query(
      `CREATE INDEX record_key_revision ON ${schema}.record (key, revision DESC) INCLUDE (create_revision, deleted)`,
    );
    await queryRunner.query(
      `CREATE INDEX record_expires ON ${schema}.record (expires_at) WHERE expires_at IS NOT NULL`,
    );
    // One row, rewritten by every group: the rest of its page is for the versions between two vacuums.
    await queryRunner.query(
      `CREATE TABLE ${schema}.store (id integer PRIMARY KEY CHECK (id = 1), revision bigint NOT NULL, ` +
        `compacted_revision bigint NOT NULL) WITH (fillfactor = 10)`,
    );
    await queryRunner.query(`INSERT INTO ${schema}.store VALUES (1, 1, 0)`);
    await queryRunner.query(
      `CREATE TABLE ${schema}.property (name text PRIMARY KEY, value bigint NOT NULL) WITH (fillfactor = 50)`,
    );
    await queryRunner.query(
      `INSERT INTO ${schema}.property VALUES ('purged_revision', 0), ('swept_at', 0), ('probe', 0)`,
    );
    await queryRunner.query(writeGroup(schema));
    await queryRunner.query(purgeSome(schema));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const schema = schemaOf(queryRunner);
    await queryRunner.query(`DROP FUNCTION ${schema}.purge_some, ${schema}.write_group`);
    await queryRunner.query(`DROP TABLE ${schema}.property, ${schema}.store, ${schema}.record`);
  }
}

/** Checked with the options, so that it needs no quotes. */
function schemaOf({ connection }: QueryRunner): string {
  return (connection.options as { schema?: string }).schema!;
}
