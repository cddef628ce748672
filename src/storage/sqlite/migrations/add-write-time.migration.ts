import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time of each write to the history table. Existing rows are not rewritten: they have none. */
export class AddWriteTime1764115200000 implements MigrationInterface {
  readonly name = 'AddWriteTime1764115200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "record" ADD COLUMN "written_at" integer`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "record" DROP COLUMN "written_at"`);
  }
}
