import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';
import { expectTakeover } from '../support/takeover.js';

describeWithPostgres('two servers on one PostgreSQL', () => {
  let postgres: PostgresProcess;

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
  });

  afterAll(() => postgres.remove());

  it('go on with the controllers of the cluster when the leader is killed', async () => {
    await expectTakeover(['--storage-backend=postgres', `--postgres-url=${postgres.url}`]);
  });
});
