import { withSignal } from '../../outbound/index.js';
import type { RequestSignal } from '../../request/index.js';

/** Turns by key: one begins when those that were taken before with the same key have ended. */
export class WriteTurns {
  private readonly last = new Map<string, Promise<void>>();

  /**
   * Takes the next turn of a key, and returns how it is ended. Rejects with the reason of the signal when that aborts first;
   * those behind then wait for those before alone.
   */
  async take(key: string, signal: RequestSignal | undefined): Promise<() => void> {
    const before = this.last.get(key);
    const { promise: mine, resolve: end } = deferred();
    const ended = before ? before.then(() => mine) : mine;
    this.last.set(key, ended);
    void ended.then(() => this.forget(key, ended));
    try {
      await (signal && before ? withSignal(signal.abortSignal, before) : before);
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }

  private forget(key: string, ended: Promise<void>): void {
    if (this.last.get(key) === ended) this.last.delete(key);
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((fulfill) => (resolve = fulfill));
  return { promise, resolve };
}
