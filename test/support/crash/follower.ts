import type { TestClient, TestWatch } from '../test-client.js';
import { type KnownState, stateIn } from './ledger.js';

/** Follows a collection by list and watch, as an informer does, and resumes where its connection broke. */
export class Follower {
  /** The objects that should exist, by name. */
  readonly states = new Map<string, KnownState>();
  readonly faults: string[] = [];
  private revision = 0;

  constructor(private readonly path: string) {}

  /** Lists. */
  async begin(client: TestClient): Promise<void> {
    const { body } = await client.get(this.path);
    this.revision = Number(body.metadata.resourceVersion);
    for (const item of body.items) this.states.set(item.metadata.name, stateIn(item));
  }

  /** Watches from where it is until an object of this name appears. */
  async followUntil(client: TestClient, name: string): Promise<void> {
    const watch = await this.watch(client);
    let taken: string | undefined;
    do taken = await this.takeNext(watch);
    while (taken !== undefined && taken !== name);
    watch.stop();
  }

  /** Watches from where it is until the connection breaks, or cannot be made. */
  async followUntilBroken(client: TestClient): Promise<void> {
    try {
      const watch = await this.watch(client);
      while ((await this.takeNext(watch)) !== undefined);
    } catch {
      // The server is gone; what has been seen is kept.
    }
  }

  private watch(client: TestClient): Promise<TestWatch> {
    return client.watch(`${this.path}?resourceVersion=${this.revision}`);
  }

  /** Takes an event and answers the name of its object; undefined at the end. */
  private async takeNext(watch: TestWatch): Promise<string | undefined> {
    const event = await watch.next();
    if (!event) return undefined;
    const { type, object } = event;
    if (type === 'ERROR') {
      this.faults.push(`the watch cannot be resumed: ${object.message}`);
      return undefined;
    }
    const { name } = object.metadata as { name: string };
    const state = stateIn(object);
    if (state.revision <= this.revision) this.faults.push(`${name} came at ${state.revision} after ${this.revision}`);
    if ((type === 'ADDED') === this.states.has(name)) this.faults.push(`${type} of ${name}, which is not so`);
    this.revision = state.revision;
    if (type === 'DELETED') this.states.delete(name);
    else this.states.set(name, state);
    return name;
  }
}
