import { setTimeout as delay } from 'node:timers/promises';
import { ROUNDS, ROUND_MS, checkRounds } from '../support/consistency/check-rounds.js';
import { FaultyProxy } from '../support/consistency/faulty-proxy.js';
import { Replicas } from '../support/consistency/replicas.js';
import { EtcdCluster } from '../support/etcd-cluster.js';
import { describeWithEtcd } from '../support/etcd.js';
import { PostgresProcess, describeWithPostgres } from '../support/postgres.js';

const SERVERS = [0, 1];
const LIMITS = { loadMs: 1200 };
const AWAY_MS = 600;
/** Longer than a leader without followers stays one, and an election takes. */
const PARTED_MS = 2000;

describeWithEtcd('histories of two servers on a cluster of three etcds', () => {
  let cluster: EtcdCluster;
  let proxies: FaultyProxy[][];
  let replicas: Replicas;

  beforeAll(async () => {
    cluster = await EtcdCluster.start();
    const ofServer = (): Promise<FaultyProxy[]> => Promise.all(cluster.urls.map((url) => FaultyProxy.start(url)));
    proxies = await Promise.all(SERVERS.map(ofServer));
    replicas = await Replicas.start(SERVERS.length, (index) => [
      '--storage-backend=etcd3',
      `--etcd-servers=${proxies[index]!.map(({ url }) => url).join(',')}`,
    ]);
  });

  afterAll(async () => {
    await replicas.stop();
    await Promise.all(proxies.flat().map((proxy) => proxy.close()));
    await cluster.remove();
  });

  it(
    `are linearizable in ${ROUNDS} rounds with kills of members and lost, late and cut connections`,
    () => {
      const kill = (index: number) => async (): Promise<void> => {
        await cluster.kill(index);
        await delay(AWAY_MS);
        cluster.resume(index);
      };
      const stop = async (): Promise<void> => {
        cluster.signal(0, 'SIGSTOP');
        await delay(AWAY_MS);
        cluster.signal(0, 'SIGCONT');
      };
      const onFirst = (fail: (proxy: FaultyProxy) => Promise<void>) => async (): Promise<void> => {
        await Promise.all(proxies[0]!.map(fail));
      };
      const lose = onFirst((proxy) => proxy.loseReplies(300));
      const hold = onFirst((proxy) => proxy.hold(AWAY_MS));
      const slow = onFirst((proxy) => proxy.slow(100, AWAY_MS));
      const cut = onFirst(async (proxy) => proxy.cut());
      return checkRounds(replicas, [lose, kill(0), lose, kill(1), hold, kill(2), slow, cut, stop], LIMITS);
    },
    ROUNDS * ROUND_MS,
  );
});

describeWithEtcd('histories of two servers on etcds that lose one another', () => {
  let cluster: EtcdCluster;
  let replicas: Replicas;

  beforeAll(async () => {
    cluster = await EtcdCluster.start();
    // One server has one member only, and fails with it; the other one can continue with others.
    const membersOf = [cluster.urls.slice(0, 1), cluster.urls];
    replicas = await Replicas.start(SERVERS.length, (index) => [
      '--storage-backend=etcd3',
      `--etcd-servers=${membersOf[index]!.join(',')}`,
    ]);
  });

  afterAll(async () => {
    await replicas.stop();
    await cluster.remove();
  });

  it(
    `are linearizable in ${ROUNDS} rounds with members that are cut off, separated, and late`,
    () => {
      const { network } = cluster;
      const during = (begin: () => void) => async (): Promise<void> => {
        begin();
        await delay(PARTED_MS);
        network.heal();
      };
      const faults = [
        ...[0, 1, 2].map((index) => during(() => network.isolate(index, 'cut'))),
        () => network.slow(0, 100, PARTED_MS),
        ...[0, 1, 2].map((index) => during(() => network.isolate(index, 'hold'))),
        during(() => network.separate(0, 1, 'cut')),
        during(() => network.separate(1, 2, 'hold')),
      ];
      return checkRounds(replicas, faults, { loadMs: PARTED_MS + 1500 });
    },
    ROUNDS * ROUND_MS,
  );
});

describeWithPostgres('histories of two servers on PostgreSQL over networks that fail', () => {
  let postgres: PostgresProcess;
  let proxies: FaultyProxy[];
  let replicas: Replicas;

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    proxies = await Promise.all(SERVERS.map(() => FaultyProxy.start(postgres.url)));
    replicas = await Replicas.start(SERVERS.length, (index) => [
      '--storage-backend=postgres',
      `--postgres-url=${proxies[index]!.url}`,
    ]);
  });

  afterAll(async () => {
    await replicas.stop();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await postgres.remove();
  });

  it(
    `are linearizable in ${ROUNDS} rounds with lost, late and cut connections`,
    () => {
      const [first, second] = proxies;
      const cut = async (): Promise<void> => first!.cut();
      const both = async (): Promise<void> =>
        void (await Promise.all([first!.loseReplies(200), second!.hold(AWAY_MS)]));
      return checkRounds(
        replicas,
        [() => first!.loseReplies(300), () => second!.hold(AWAY_MS), () => first!.slow(100, AWAY_MS), both, cut],
        LIMITS,
      );
    },
    ROUNDS * ROUND_MS,
  );
});
