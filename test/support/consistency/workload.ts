import { setTimeout as delay } from 'node:timers/promises';
import type { TestAnswer, TestClient } from '../test-client.js';
import type { Operation } from './history.js';

/** The members of a ConfigMap that rounds look at. */
export interface StoredConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data: { readonly value: string };
}

/** The path of the objects. */
export const COLLECTION = '/api/v1/namespaces/default/configmaps';
/** Responses after which a write has certainly not happened. */
const NOT_WRITTEN: ReadonlySet<number> = new Set([401, 403, 404, 409, 422, 429]);
const PATIENCE_MS = 12_000;

/** One client that reads and writes a few keys on any of the servers, and records what it was answered. */
export class RecordingClient {
  readonly operations: Operation[] = [];
  /** How many writes were acknowledged, and how many reads answered. */
  readonly succeeded = { writes: 0, reads: 0 };
  private readonly revisions = new Map<string, string>();
  private written = 0;

  /** `pick` chooses the server of the next request; `label` is that of the round. */
  constructor(
    private readonly name: string,
    private readonly pick: () => TestClient,
    private readonly label: string,
  ) {}

  /** Reads and writes until it is enough. */
  async runUntil(isEnough: () => boolean, keys: readonly string[]): Promise<void> {
    while (!isEnough()) {
      const key = keys[Math.floor(Math.random() * keys.length)]!;
      if (Math.random() < 0.5 || !this.revisions.has(key)) await this.read(key);
      else await this.update(key);
    }
  }

  /** Creates a key; answers its revision, undefined where the outcome is unknown. */
  create(key: string): Promise<number | undefined> {
    return this.write(key, (client, body) => client.post(COLLECTION, body));
  }

  /** Writes a key if no other client has since this client saw it; answers its revision. */
  update(key: string): Promise<number | undefined> {
    return this.write(key, (client, body) => client.put(`${COLLECTION}/${key}?timeout=8s`, body));
  }

  /** Reads a key. */
  async read(key: string): Promise<void> {
    const began = performance.now();
    const answer = await settled(this.pick().get(`${COLLECTION}/${key}?timeout=8s`));
    if (answer?.status !== 200) return void (await delay(20));
    const { metadata, data } = answer.body as StoredConfigMap;
    this.revisions.set(key, metadata.resourceVersion);
    const ended = performance.now();
    const revision = Number(metadata.resourceVersion);
    this.succeeded.reads++;
    this.operations.push({ kind: 'read', key, began, ended, value: data.value, revision });
  }

  private async write(
    key: string,
    send: (client: TestClient, body: object) => Promise<TestAnswer>,
  ): Promise<number | undefined> {
    const value = `${this.label}-${this.name}-${++this.written}`;
    const resourceVersion = this.revisions.get(key);
    const metadata = { name: key, labels: { round: this.label }, ...(resourceVersion && { resourceVersion }) };
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { value } };
    const began = performance.now();
    const answer = await settled(send(this.pick(), body));
    const record = (ended: number, revision: number | undefined): void =>
      void this.operations.push({ kind: 'write', key, began, ended, value, revision });
    if (answer?.status === 200 || answer?.status === 201) {
      const stored = answer.body as StoredConfigMap;
      this.revisions.set(key, stored.metadata.resourceVersion);
      const revision = Number(stored.metadata.resourceVersion);
      this.succeeded.writes++;
      record(performance.now(), revision);
      return revision;
    }
    this.revisions.delete(key);
    if (!answer || !NOT_WRITTEN.has(answer.status)) record(Infinity, undefined);
    await delay(5);
    return undefined;
  }
}

/** The answer; undefined where none comes. */
async function settled(request: Promise<TestAnswer>): Promise<TestAnswer | undefined> {
  const late = delay(PATIENCE_MS, undefined, { ref: false });
  return Promise.race([request.catch(() => undefined), late]);
}
