import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../test-client.js';
import type { WatchedChange } from './history.js';
import { COLLECTION, type StoredConfigMap } from './workload.js';

const RETRY_MS = 50;
/** The time that a new watch and a read get, in milliseconds. */
const FRESH_MS = 5000;

/** Follows a collection on one server, and continues behind the last event when the watch ends. */
export class Watcher {
  readonly changes: WatchedChange[] = [];
  private isStopped = false;
  private opened = 0;
  private lastFault = 'none';
  private readonly running: Promise<void>;

  /** `client` answers the server as it is now; `path` is that of the collection, with a query. */
  constructor(
    private readonly client: () => TestClient,
    private readonly path: string,
    private revision: string,
  ) {
    this.running = this.run();
  }

  /** Resolves with true when a revision has come, with false after some time without it. */
  async reach(revision: number, patienceMs: number): Promise<boolean> {
    for (const until = performance.now() + patienceMs; performance.now() < until; await delay(RETRY_MS)) {
      if (Number(this.revision) >= revision) return true;
    }
    return false;
  }

  /** Where it is and what it met, and whether its server shows a new watch, and a read, what comes next. */
  async describe(key: string): Promise<string> {
    const other = new Watcher(this.client, this.path, this.revision);
    await other.reach(Number(this.revision) + 1, FRESH_MS);
    await other.stop();
    const read = await Promise.race([this.client().get(`${COLLECTION}/${key}`), delay(FRESH_MS)]).catch(String);
    const found = typeof read === 'object' ? read.status : read;
    return (
      `at ${this.revision} after ${this.opened} watches (last fault: ${this.lastFault}); ` +
      `a new watch got ${other.changes.length} events (${other.lastFault}), a read of ${key} ${found}`
    );
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.race([this.running, delay(1000)]);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      await this.follow().catch((error: unknown) => (this.lastFault = String(error)));
      await delay(RETRY_MS);
    }
  }

  private async follow(): Promise<void> {
    const watch = await this.client().watch(`${this.path}&resourceVersion=${this.revision}&timeoutSeconds=60`);
    this.opened += 1;
    for (let event = await watch.next(); event && !this.isStopped; event = await watch.next()) {
      if (event.type === 'ERROR') throw new Error(JSON.stringify(event.object));
      const { metadata, data } = event.object as StoredConfigMap;
      this.revision = metadata.resourceVersion;
      this.changes.push({ key: metadata.name, value: data.value, revision: Number(metadata.resourceVersion) });
    }
  }
}
