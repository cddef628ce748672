/** The prefix of all keys of the server, as its other parts know it. */
const OWN_PREFIX = '/registry';

/** Keys as the server knows them, and as they are in etcd, where they begin with another prefix. */
export class Keys {
  /** `prefix` is that of the keys in etcd. */
  constructor(private readonly prefix: string) {}

  /** Returns the key in etcd. */
  toEtcd(key: string): string {
    return exchange(key, OWN_PREFIX, this.prefix);
  }

  /** Returns the key in the server; undefined for one of another cluster in the same etcd. */
  fromEtcd(key: string): string | undefined {
    if (this.prefix === OWN_PREFIX) return key;
    return key.startsWith(`${OWN_PREFIX}/`) ? undefined : exchange(key, this.prefix, OWN_PREFIX);
  }

  /** Returns the bytes of the key in etcd. */
  bytesOf(key: string): Buffer {
    return Buffer.from(this.toEtcd(key));
  }
}

/** Returns the first key behind all that begin with a prefix. */
export function endOf(prefix: Buffer): Buffer {
  const end = Buffer.from(prefix);
  end[end.length - 1]!++;
  return end;
}

function exchange(key: string, from: string, to: string): string {
  return from !== to && key.startsWith(`${from}/`) ? to + key.slice(from.length) : key;
}
