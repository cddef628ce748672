/** Grants a lease of a number of seconds; answers its id. */
export type GrantLease = (seconds: number) => Promise<string>;

/** Upstream's: at most so many keys hang on a lease, and a lease is at most so much longer than asked for. */
const MAX_KEYS = 1000;
const MAX_EXTRA_SECONDS = 60;
const EXTRA_SHARE = 0.05;

interface Lease {
  readonly id: Promise<string>;
  readonly expiresAt: number;
  keys: number;
}

/** Assigns one lease to keys that expire at about the same time (upstream: leaseManager). */
export class Leases {
  private newest: Lease | undefined;

  /** `now` is a steady time in milliseconds. */
  constructor(
    private readonly grant: GrantLease,
    private readonly now: () => number,
  ) {}

  /** Returns the lease for a key that is to live so many seconds. Rejects as the grant does. */
  async leaseOf(ttlSeconds: number): Promise<string> {
    const extra = Math.min(Math.trunc(ttlSeconds * EXTRA_SHARE), MAX_EXTRA_SECONDS);
    const { newest } = this;
    if (newest && this.fits(newest, { least: ttlSeconds, most: ttlSeconds + extra })) {
      newest.keys++;
      return newest.id;
    }
    const seconds = ttlSeconds + extra;
    const lease = { id: this.grant(seconds), expiresAt: this.now() + seconds * 1000, keys: 1 };
    this.newest = lease;
    lease.id.catch(() => this.forget(lease));
    return lease.id;
  }

  /** Stops using the newest lease, because it is gone. */
  forget(lease = this.newest): void {
    if (this.newest === lease) this.newest = undefined;
  }

  private fits({ expiresAt, keys }: Lease, seconds: { readonly least: number; readonly most: number }): boolean {
    const now = this.now();
    return keys < MAX_KEYS && now + seconds.least * 1000 < expiresAt && now + seconds.most * 1000 >= expiresAt;
  }
}
