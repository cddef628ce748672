import { setTimeout as delay } from 'node:timers/promises';
import { ROUNDS, ROUND_MS, checkRounds, nothing } from '../support/consistency/check-rounds.js';
import { Replicas } from '../support/consistency/replicas.js';
import { EtcdProcess, describeWithEtcd } from '../support/etcd.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';

describeWithEtcd('histories of two servers on etcd', () => {
  let etcd: EtcdProcess;
  let replicas: Replicas;

  beforeAll(async () => {
    etcd = await EtcdProcess.start();
    replicas = await Replicas.start(2, ['--storage-backend=etcd3', `--etcd-servers=${etcd.url}`]);
  });

  afterAll(async () => {
    await replicas.stop();
    await etcd.remove();
  });

  it(
    `are linearizable in ${ROUNDS} rounds with kills of etcd and of servers`,
    () => {
      const killEtcd = async (): Promise<void> => {
        await etcd.stop();
        await delay(300);
        await etcd.resume();
      };
      return checkRounds(replicas, [nothing, killEtcd, () => replicas.replace(1), killEtcd, () => replicas.replace(0)]);
    },
    ROUNDS * ROUND_MS,
  );
});

describe('histories of a server with two workers', () => {
  let replicas: Replicas;

  beforeAll(async () => {
    replicas = await Replicas.start(1, ['--workers=2']);
  });

  afterAll(() => replicas.stop());

  it(
    `are linearizable in ${ROUNDS} rounds with kills of workers`,
    () => checkRounds(replicas, [nothing, () => replicas.killWorker()]),
    ROUNDS * ROUND_MS,
  );
});

describeWithPostgres('histories of two servers on PostgreSQL', () => {
  let postgres: PostgresProcess;
  let replicas: Replicas;

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    replicas = await Replicas.start(2, ['--storage-backend=postgres', `--postgres-url=${postgres.url}`]);
  });

  afterAll(async () => {
    await replicas.stop();
    await postgres.remove();
  });

  it(
    `are linearizable in ${ROUNDS} rounds with kills and pauses of PostgreSQL, and kills of servers`,
    () => {
      const kill = async (): Promise<void> => {
        await postgres.kill();
        await delay(300);
        await postgres.resume();
      };
      const pause = async (): Promise<void> => {
        postgres.signal('SIGSTOP');
        await delay(1000);
        postgres.signal('SIGCONT');
      };
      return checkRounds(replicas, [nothing, kill, pause, () => replicas.replace(1), () => replicas.replace(0)]);
    },
    ROUNDS * ROUND_MS,
  );
});
