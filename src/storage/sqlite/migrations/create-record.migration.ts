import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The first schema: the history table with its indexes, and the store's own numbers. */
export class CreateRecord1763683200000 implements MigrationInterface {
  readonly name = 'CreateRecord1763683200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "record" ("revision" integer PRIMARY KEY NOT NULL, "key" text NOT NULL, ` +
        `"create_revision" integer NOT NULL, "previous_revision" integer NOT NULL, "deleted" integer NOT NULL, ` +
        `"expires_at" integer, "value" blob NOT NULL)`,
    );
    await queryRunner.query(`CREATE UNIQUE INDEX "record_key_previous" ON "record" ("key", "previous_revision") `);
    await queryRunner.query(
      `CREATE INDEX "record_key_revision" ON "record" ("key", "revision", "create_revision", "deleted") `,
    );
    await queryRunner.query(`CREATE INDEX "record_expires" ON "record" ("expires_at") WHERE expires_at IS NOT NULL`);
    await queryRunner.query(`CREATE TABLE "property" ("name" text PRIMARY KEY NOT NULL, "value" integer NOT NULL)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "property"`);
    await queryRunner.query(`DROP TABLE "record"`);
  }
}
