/** A write of this process that its watches have not delivered yet. */
export interface OwnWrite {
  readonly key: string;
  /** Undefined for a deletion whose caller did not know the last value. */
  readonly value: Buffer | undefined;
  /** The revision of the key before; 0 for none. */
  readonly before: number;
  readonly isDelete: boolean;
  /** Set once etcd has answered. */
  revision?: number;
}

/** A change that a watch is about to deliver. */
export interface Delivered {
  readonly key: string;
  readonly value: Buffer;
  readonly before: number;
  readonly isDelete: boolean;
  readonly revision: number;
}

/** Settled writes that are remembered, for watches that run behind. */
const MAX_SETTLED = 1000;
const MAX_SETTLED_BYTES = 16 << 20;

/**
 * Finds the Buffer that this process wrote for a change that etcd reports, so that it need not be parsed again.
 * A change may be reported before its write is answered: it is then recognized by the state before and the value.
 */
export class OwnWrites {
  private readonly byKey = new Map<string, OwnWrite[]>();
  private readonly settled: OwnWrite[] = [];
  private settledBytes = 0;

  /** Starts a write. */
  add(write: OwnWrite): void {
    const writes = this.byKey.get(write.key);
    if (writes) writes.push(write);
    else this.byKey.set(write.key, [write]);
  }

  /** Records that the write was executed at this revision. */
  settle(write: OwnWrite, revision: number): void {
    write.revision = revision;
    this.settled.push(write);
    this.settledBytes += write.value?.length ?? 0;
    while (this.settled.length > MAX_SETTLED || this.settledBytes > MAX_SETTLED_BYTES) {
      const oldest = this.settled.shift()!;
      this.settledBytes -= oldest.value?.length ?? 0;
      this.remove(oldest);
    }
  }

  /** Forgets a write that was not carried out, or whose outcome is unknown. */
  remove(write: OwnWrite): void {
    const writes = this.byKey.get(write.key)?.filter((one) => one !== write) ?? [];
    if (writes.length > 0) this.byKey.set(write.key, writes);
    else this.byKey.delete(write.key);
  }

  /** Returns the value of a change: the Buffer that was written here, or the one that was received. */
  valueOf(change: Delivered): Buffer {
    return this.byKey.get(change.key)?.find((write) => isSame(write, change))?.value ?? change.value;
  }
}

function isSame(write: OwnWrite, { revision, before, isDelete, value }: Delivered): boolean {
  if (write.revision !== undefined) return write.revision === revision;
  if (write.before !== before || write.isDelete !== isDelete) return false;
  return isDelete || write.value?.equals(value) === true;
}
