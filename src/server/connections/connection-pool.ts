/** A connection as the pool sees it. */
export interface PooledConnection {
  /** The owner; connections of one owner share a share. */
  readonly owner: string;
  /** Reports whether a request is under way on it, or its answer. */
  isBusy(): boolean;
  /** Reports whether the client has sent anything since this was last asked. */
  hasMoved(): boolean;
  /** Asks the client to continue over another connection, where its protocol can; requests in progress are finished. */
  retire(): void;
  /** Ends it; called by the pool for those that have to make room. */
  close(): void;
}

/**
 * Bounds how many connections there are, so that there is always room for new ones. When it is full the
 * owner of most connections gives one up: the longest idle one, and a busy one only to an owner who has fewer.
 */
export class ConnectionPool {
  private readonly owners = new Map<string, Set<PooledConnection>>();
  private size = 0;

  /** `most`: connections at a time; 0 sets no limit. */
  constructor(private readonly most: number) {}

  /** Takes a connection in; false when there is no room and none can be made. */
  admit(connection: PooledConnection): boolean {
    if (this.most > 0 && this.size >= this.most && !this.makeRoom(connection.owner)) return false;
    const own = this.owners.get(connection.owner) ?? new Set();
    this.owners.set(connection.owner, own.add(connection));
    this.size++;
    return true;
  }

  /** Returns all connections. */
  *all(): Generator<PooledConnection> {
    for (const own of this.owners.values()) yield* own;
  }

  /** Forgets a connection that has ended; harmless for one that is not there. */
  remove(connection: PooledConnection): void {
    const own = this.owners.get(connection.owner);
    if (!own?.delete(connection)) return;
    this.size--;
    if (own.size === 0) this.owners.delete(connection.owner);
  }

  private makeRoom(newcomer: string): boolean {
    const largest = this.largestShare();
    const own = this.owners.get(newcomer)?.size ?? 0;
    const victim = longestIdle(largest) ?? (largest.size > own + 1 ? first(largest) : this.anyIdle());
    if (!victim) return false;
    this.remove(victim);
    victim.close();
    return true;
  }

  private largestShare(): Set<PooledConnection> {
    let largest = new Set<PooledConnection>();
    for (const share of this.owners.values()) if (share.size > largest.size) largest = share;
    return largest;
  }

  private anyIdle(): PooledConnection | undefined {
    for (const share of this.owners.values()) {
      const idle = longestIdle(share);
      if (idle) return idle;
    }
    return undefined;
  }
}

/** The first that is idle; those that were used since they were last looked at get a second chance, at the end. */
function longestIdle(share: Set<PooledConnection>): PooledConnection | undefined {
  let spared: PooledConnection | undefined;
  for (const connection of [...share]) {
    if (connection.isBusy()) continue;
    if (!connection.hasMoved()) return connection;
    spared ??= connection;
    share.delete(connection);
    share.add(connection);
  }
  return spared;
}

function first(share: Set<PooledConnection>): PooledConnection | undefined {
  return share.values().next().value;
}
