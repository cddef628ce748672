import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../test-client.js';
import type { WatchedChange } from './history.js';
import type { StoredConfigMap } from './workload.js';

const RETRY_MS = 50;

/** Follows a collection on one server, and goes on behind the last event when the watch ends. */
export class Watcher {
  readonly changes: WatchedChange[] = [];
  private isStopped = false;
  private readonly running: Promise<void>;

  /** `client` answers the server as it is now; `path` is that of the collection, with a query. */
  constructor(
    private readonly client: () => TestClient,
    private readonly path: string,
    private revision: string,
  ) {
    this.running = this.run();
  }

  /** Resolves when a revision has come, or after some time without it. */
  async reach(revision: number, patienceMs: number): Promise<void> {
    for (const until = performance.now() + patienceMs; performance.now() < until; await delay(RETRY_MS)) {
      if (Number(this.revision) >= revision) return;
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.race([this.running, delay(1000)]);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      await this.follow().catch(() => {});
      await delay(RETRY_MS);
    }
  }

  private async follow(): Promise<void> {
    const watch = await this.client().watch(`${this.path}&resourceVersion=${this.revision}&timeoutSeconds=60`);
    for (let event = await watch.next(); event && !this.isStopped; event = await watch.next()) {
      if (event.type === 'ERROR') return;
      const { metadata, data } = event.object as StoredConfigMap;
      this.revision = metadata.resourceVersion;
      this.changes.push({ key: metadata.name, value: data.value, revision: Number(metadata.resourceVersion) });
    }
  }
}
