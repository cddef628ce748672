import { setTimeout as delay } from 'node:timers/promises';
import { violationsOf } from './check-history.js';
import type { Replicas } from './replicas.js';
import { Watcher } from './watcher.js';
import { COLLECTION, RecordingClient } from './workload.js';

const CLIENTS = 6;
const KEYS = 5;
const LOAD_MS = 2500;
const FAULT_AFTER_MS = 500;
const PATIENCE_MS = 20_000;
/** How many writes, and reads, have to succeed in a round: one in which nothing did would prove nothing. */
const LEAST = 20;

/** The result of a round. */
export interface RoundResult {
  readonly violations: readonly string[];
  readonly acknowledged: number;
  readonly unknown: number;
  readonly reads: number;
  /** True if enough succeeded for the round to prove something. */
  readonly isTelling: boolean;
}

/** The limits of a round; those that are not given have defaults. */
export interface RoundLimits {
  /** How long clients work at least, in milliseconds. */
  readonly loadMs?: number;
}

/** A round: the label of its objects, and what fails. */
export interface Round extends RoundLimits {
  readonly label: string;
  readonly fail: () => Promise<void>;
}

/** Has clients read and write on all replicas while something fails, and checks the history. */
export async function runRound(replicas: Replicas, { label, fail, loadMs = LOAD_MS }: Round): Promise<RoundResult> {
  const path = `${COLLECTION}?labelSelector=round%3D${label}`;
  const { body } = await replicas.client(0).get(path);
  const from = String((body.metadata as { resourceVersion: string }).resourceVersion);
  const watchers = Array.from({ length: replicas.count }, (_, i) => new Watcher(() => replicas.client(i), path, from));
  const clients = Array.from({ length: CLIENTS }, (_, i) => new RecordingClient(`c${i}`, () => replicas.any(), label));
  const keys = Array.from({ length: KEYS }, (_, i) => `${label}-k${i}`);
  for (const key of keys) await clients[0]!.create(key);
  const began = performance.now();
  // A slow machine works for longer, until the fault is over and enough has succeeded.
  const isEnough = (): boolean => {
    const elapsed = performance.now() - began;
    return (
      elapsed >= loadMs + PATIENCE_MS || (elapsed >= loadMs && successes(clients).every((count) => count >= LEAST))
    );
  };
  const failing = delay(FAULT_AFTER_MS).then(fail);
  await Promise.all(clients.map((client) => client.runUntil(isEnough, keys)));
  await failing;
  const marked = await markEnd(clients[0]!, `${label}-end`);
  const late = await Promise.all(watchers.map((watcher, index) => lateness(watcher, index, marked)));
  await Promise.all(watchers.map((watcher) => watcher.stop()));
  const operations = clients.flatMap((client) => client.operations);
  const [acknowledged, reads] = successes(clients);
  return {
    violations: [
      ...late.filter((each) => each !== undefined),
      ...violationsOf({ operations, watches: watchers.map(({ changes }) => changes) }),
    ],
    acknowledged,
    unknown: operations.length - acknowledged - reads,
    reads,
    isTelling: acknowledged >= LEAST && reads >= LEAST,
  };
}

/** How many writes were acknowledged, and how many reads answered. */
function successes(clients: readonly RecordingClient[]): [writes: number, reads: number] {
  const counts = clients.map((client) => client.succeeded);
  return [counts.reduce((sum, { writes }) => sum + writes, 0), counts.reduce((sum, { reads }) => sum + reads, 0)];
}

/** The last write of a round. */
interface EndMark {
  readonly key: string;
  readonly revision: number;
}

/** A report on a watch that has not come to the end in time. */
async function lateness(watcher: Watcher, index: number, { key, revision }: EndMark): Promise<string | undefined> {
  if (await watcher.reach(revision, PATIENCE_MS)) return undefined;
  return `watch ${index} has not reached ${revision}: ${await watcher.describe(key)}`;
}

/** A write behind all others; tried under other names until one is acknowledged. */
async function markEnd(client: RecordingClient, name: string): Promise<EndMark> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const key = `${name}-${attempt}`;
    const revision = await client.create(key);
    if (revision !== undefined) return { key, revision };
    await delay(200);
  }
  throw new Error('nothing can be written any more');
}
