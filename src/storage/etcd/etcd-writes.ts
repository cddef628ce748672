import type { Endpoints } from './endpoints.js';
import { isLeaseNotFound } from './etcd-errors.js';
import type { Keys } from './keys.js';
import { Leases } from './leases.js';
import { type OwnWrite, OwnWrites } from '../own-writes.js';
import { METHODS, type RequestOp, TARGET, type TxnRequest, type TxnResponse } from './protocol.js';

/** A write with its guard: the revision that the key has to be at, 0 for none. */
export interface GuardedWrite {
  readonly key: string;
  /** For a deletion the last value, where it is known. */
  readonly value: Buffer | undefined;
  readonly expected: number;
  readonly isDelete: boolean;
  readonly ttlSeconds: number | undefined;
}

/** The outcome of a write: its revision, or the one the key has instead of the expected one, 0 for none. */
export interface WriteOutcome {
  readonly isWritten: boolean;
  readonly revision: number;
}

/** Writes keys by transactions that compare their revision. A write with an unknown outcome is not repeated. */
export class EtcdWrites {
  /** The writes that watches may still deliver. */
  readonly own = new OwnWrites();
  private readonly leases: Leases;
  private readonly running = new Map<string, Set<Promise<unknown>>>();

  constructor(
    private readonly endpoints: Endpoints,
    private readonly keys: Keys,
    now: () => number,
  ) {
    this.leases = new Leases(async (seconds) => {
      // Repeating a grant is harmless: a lease without keys expires.
      const granted = await endpoints.call<{ ID: string }>(METHODS.grant, { TTL: seconds }, { repeatable: true });
      return granted.ID;
    }, now);
  }

  /** Executes a write. Rejects as gRPC does. */
  write(write: GuardedWrite): Promise<WriteOutcome> {
    const { key } = write;
    const writing = this.commit(write);
    const running = this.running.get(key) ?? new Set();
    this.running.set(key, running.add(writing));
    const forget = (): void => {
      running.delete(writing);
      if (running.size === 0 && this.running.get(key) === running) this.running.delete(key);
    };
    writing.then(forget, forget);
    return writing;
  }

  /** Resolves when the writes to a key that are under way are over. */
  async settled(key: string): Promise<void> {
    const running = this.running.get(key);
    if (running) await Promise.allSettled(running);
  }

  /** Resolves when no write is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.running.values()].flatMap((running) => [...running]));
  }

  private async commit(write: GuardedWrite): Promise<WriteOutcome> {
    const { key, value, expected, isDelete } = write;
    const own: OwnWrite = { key, value, before: expected, isDelete };
    this.own.add(own);
    try {
      const answer = await this.send(write);
      if (answer.succeeded) this.own.settle(own, answer.header.revision);
      else this.own.remove(own);
      if (answer.succeeded) return { isWritten: true, revision: answer.header.revision };
      return { isWritten: false, revision: answer.responses?.[0]?.response_range?.kvs?.[0]?.mod_revision ?? 0 };
    } catch (error) {
      this.own.remove(own);
      throw error;
    }
  }

  private async send(write: GuardedWrite): Promise<TxnResponse> {
    const { ttlSeconds } = write;
    if (ttlSeconds === undefined) return this.transact(write, undefined);
    const lease = await this.leases.leaseOf(ttlSeconds);
    try {
      return await this.transact(write, lease);
    } catch (error) {
      if (!isLeaseNotFound(error)) throw error;
      this.leases.forget();
      return this.transact(write, await this.leases.leaseOf(ttlSeconds));
    }
  }

  private transact(write: GuardedWrite, lease: string | undefined): Promise<TxnResponse> {
    const key = this.keys.bytesOf(write.key);
    const request: TxnRequest = {
      compare: [{ target: TARGET.modRevision, key, mod_revision: write.expected }],
      success: [operationOf(write, key, lease)],
      failure: [{ request_range: { key } }],
    };
    return this.endpoints.call<TxnResponse>(METHODS.txn, request, { repeatable: false });
  }
}

function operationOf({ isDelete, value }: GuardedWrite, key: Buffer, lease: string | undefined): RequestOp {
  if (isDelete) return { request_delete_range: { key } };
  return { request_put: { key, value: value!, lease } };
}
