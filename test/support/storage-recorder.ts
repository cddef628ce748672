import type { StorageError, StorageEvent, StorageListener } from '../../src/storage/index.js';

/** A storage listener that records its events, for tests. */
export class RecordingListener implements StorageListener {
  readonly events: StorageEvent[] = [];
  progress = 0;
  hasEnded = false;
  error: StorageError | undefined;

  onEvent(event: StorageEvent): void {
    this.events.push(event);
  }

  onProgress(revision: number): void {
    this.progress = revision;
  }

  onEnd(error?: StorageError): void {
    this.hasEnded = true;
    this.error = error;
  }

  /** The events as `type key value`, in the order they came. */
  lines(): string[] {
    return this.events.map(({ type, key, value }) => `${type} ${key} ${value.toString()}`);
  }
}

/** Below Jest's deadline, so that the failure names the condition. */
const PATIENCE_MS = 270_000;

/** Resolves when the condition holds; rejects when it does not in time. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
