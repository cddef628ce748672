import type { TestClient, TestWatch } from '../test-client.js';
import { type KnownState, stateIn } from './ledger.js';

/** Follows a collection by list and watch, as an informer does, and resumes where its connection broke. */
export class Follower {
  /** What it holds to be there, by name. */
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

  /** Watches from where it is until an object of this name appears, or without one until the connection breaks. */
  async follow(client: TestClient, until?: string): Promise<void> {
    const watch = await client.watch(`${this.path}?resourceVersion=${this.revision}`);
    try {
      while ((await this.takeNext(watch)) !== until);
    } catch (error) {
      if (until !== undefined) throw error;
    } finally {
      watch.stop();
    }
  }

  /** Takes an event and answers the name of its object; undefined at the end. */
  private async takeNext(watch: TestWatch): Promise<string | undefined> {
    const event = await watch.next();
    if (!event) return undefined;
    const { type, object } = event;
    if (type === 'ERROR') throw new Error(`the watch cannot be resumed: ${object.message}`);
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
