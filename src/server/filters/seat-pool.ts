/** Maximum share of the seats for one user once few are free. */
const LARGEST_SHARE = 1 / 2;
/** Share of the seats above which every user may take one. */
const PLENTY = 1 / 4;

/** Maximum number of cached users without a seat. */
const MOST_IDLE = 256;

/** Seats for requests that are answered at the same time. A user with most of the seats does not get the last ones. */
export class SeatPool {
  private taken = 0;
  private readonly byUser = new Map<string, number>();

  /** `most`: how many seats there are; 0 sets no limit. */
  constructor(private readonly most: number) {}

  /** Takes a seat, if there is one for the user; privileged users are never refused. */
  take(user: string, isPrivileged = false): boolean {
    const own = this.byUser.get(user) ?? 0;
    if (!isPrivileged && !this.hasSeatFor(own)) return false;
    this.taken++;
    this.byUser.set(user, own + 1);
    return true;
  }

  /** Releases a seat. */
  giveBack(user: string): void {
    const own = this.byUser.get(user) ?? 0;
    this.taken--;
    // Keep idle users' entries, up to a cap, to avoid churn.
    if (own > 1 || this.byUser.size <= MOST_IDLE) this.byUser.set(user, Math.max(own - 1, 0));
    else this.byUser.delete(user);
  }

  private hasSeatFor(own: number): boolean {
    const free = this.most - this.taken;
    if (this.most === 0 || free > this.most * PLENTY) return true;
    return free > 0 && own < this.most * LARGEST_SHARE;
  }
}
