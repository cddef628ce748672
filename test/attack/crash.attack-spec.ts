import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Follower } from '../support/crash/follower.js';
import { Ledger, stateIn } from '../support/crash/ledger.js';
import { NAMESPACE, countFree, readAll, writeUntilBroken } from '../support/crash/load.js';
import { SeededRandom } from '../support/crash/seeded-random.js';
import type { Json } from '../support/test-client.js';
import { type AttackedServer, startAttackedServer } from './support.js';

const ROUNDS = Number(process.env.TEST_CRASH_ROUNDS ?? 10);
const SEED = Number(process.env.TEST_CRASH_SEED ?? 1);
const MOST_WRITES = 600;
const WORKERS = 8;
const ROUND_MS = 20_000;
/** So few numbers that one that leaks is missed. */
const FLAGS = ['--service-cluster-ip-range=10.0.0.0/27', '--service-node-port-range=30000-30023'];
const CONFIG_MAPS = `${NAMESPACE}/configmaps`;

const random = new SeededRandom(SEED);
const ledger = new Ledger();
const follower = new Follower(CONFIG_MAPS);
let dataDir: string;
let server: AttackedServer;
/** The revision of the newest list. */
let revision: number;
/** How many addresses and node ports there are. */
let addresses: number;
let nodePorts: number;

const start = async (): Promise<void> => {
  server = await startAttackedServer(FLAGS, { dataDir });
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'binnacle-crash-'));
  await start();
  await server.admin.post('/api/v1/namespaces', { metadata: { name: 'crash' } });
  addresses = await countFree(server.admin, 'ClusterIP');
  nodePorts = await countFree(server.admin, 'NodePort');
  ({ revision } = await readAll(server.admin));
  await follower.begin(server.admin);
});

afterAll(async () => {
  process.stdout.write(`${ledger.acknowledged} writes were acknowledged in ${ROUNDS} rounds; seed ${SEED}\n`);
  expect(await server.stop()).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs writers and a follower until so many writes are acknowledged; then kills the server. */
async function loadAndKill(round: number, writes: number): Promise<void> {
  const following = follower.followUntilBroken(server.admin);
  const target = ledger.acknowledged + writes;
  const work = Array.from({ length: WORKERS }, (_, worker) =>
    writeUntilBroken({
      client: server.connect(server.adminToken),
      ledger,
      random: new SeededRandom(random.below(2 ** 31)),
      worker,
      round,
    }),
  );
  while (ledger.acknowledged < target) await new Promise((resolve) => setTimeout(resolve, 1));
  await server.built.kill();
  await Promise.all([...work, following]);
  await server.stop();
}

/** The faults of addresses and node ports of the services there are. */
async function allocationFaults(found: ReadonlyMap<string, Json>): Promise<string[]> {
  const specs = [...found.values()].filter(({ spec }) => spec).map(({ spec }) => spec as Json);
  const faults: string[] = [];
  for (const [what, values, capacity, type] of [
    ['address', specs.map(({ clusterIP }) => clusterIP), addresses, 'ClusterIP'],
    ['node port', specs.map(({ ports }) => ports[0].nodePort), nodePorts, 'NodePort'],
  ] as const) {
    if (new Set(values).size < values.length) faults.push(`two services have the same ${what}: ${values.join()}`);
    const free = await countFree(server.admin, type);
    if (free + values.length !== capacity)
      faults.push(`${what}: of ${capacity} ${free} are free, ${values.length} are taken`);
  }
  return faults;
}

/** The faults of what the follower holds, once it has resumed and has seen all. */
async function followerFaults(round: number): Promise<string[]> {
  const sentinel = `sentinel-${round}`;
  await server.admin.post(CONFIG_MAPS, { metadata: { name: sentinel } });
  await follower.followUntil(server.admin, sentinel);
  const { body } = await server.admin.get(CONFIG_MAPS);
  const listed = new Map((body.items as Json[]).map((item) => [item.metadata.name, stateIn(item)]));
  const names = new Set([...listed.keys(), ...follower.states.keys()]);
  const differing = [...names].filter((name) => listed.get(name)?.revision !== follower.states.get(name)?.revision);
  return [...follower.faults, ...differing.map((name) => `the watch has another state of ${name} than the list`)];
}

it(
  `loses, revives and leaks nothing, however often it is killed (seed ${SEED})`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await loadAndKill(round, random.below(MOST_WRITES));
      await start();
      const before = revision;
      const { found, revision: now } = await readAll(server.admin);
      const faults = ledger.compare(found, { before, now });
      faults.push(...(await allocationFaults(found)), ...(await followerFaults(round)));
      if (faults.length > 0) throw new Error(`round ${round} of seed ${SEED}:\n${faults.join('\n')}`);
      ({ revision } = await readAll(server.admin));
    }
  },
  ROUNDS * ROUND_MS,
);
