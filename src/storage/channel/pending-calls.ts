import type { StorageError } from '../storage-error.js';

/** A request that has no result yet. */
export interface PendingCall {
  /** The value that it writes. */
  readonly value: Buffer | undefined;
  /** Takes a part of the result. */
  readonly onPart: ((part: unknown) => void) | undefined;
  resolve(result: unknown): void;
  reject(error: StorageError): void;
}

/** The requests of a client that have no result yet, by id. */
export class PendingCalls {
  private readonly calls = new Map<number, PendingCall>();
  private lastId = 0;
  private onIdle: (() => void) | undefined;

  /** Returns an id for a new request. */
  nextId(): number {
    // Ids take four bytes, and those of long ago are free again.
    this.lastId = this.lastId === 0xffff_ffff ? 1 : this.lastId + 1;
    return this.lastId;
  }

  /** Returns the result of a request that is about to be sent. */
  wait<T>(id: number, { value, onPart }: Partial<Pick<PendingCall, 'value' | 'onPart'>> = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.calls.set(id, { value, onPart, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** Returns a request without a result. */
  find(id: number): PendingCall | undefined {
    return this.calls.get(id);
  }

  /** Takes a request out, because its result is there. */
  take(id: number): PendingCall | undefined {
    const call = this.calls.get(id);
    this.calls.delete(id);
    if (this.calls.size === 0) this.onIdle?.();
    return call;
  }

  /** Rejects all. */
  failAll(error: StorageError): void {
    for (const id of this.calls.keys()) this.take(id)?.reject(error);
  }

  /** Resolves when no request waits for its result. */
  async idle(): Promise<void> {
    if (this.calls.size > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }
}
