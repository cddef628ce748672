/** What part of the seats one user may have once few are free. */
const LARGEST_SHARE = 1 / 2;
/** What part of the seats has to be free for anybody to take one, whatever their share. */
const PLENTY = 1 / 4;

/** Users that are kept in mind without having a seat. */
const MOST_IDLE = 256;

/** Seats for requests that are answered at the same time. Nobody gets the last ones who has most of the others. */
export class SeatPool {
  private taken = 0;
  private readonly byUser = new Map<string, number>();

  /** `most`: how many seats there are; 0 sets no limit. */
  constructor(private readonly most: number) {}

  /** Takes a seat, if there is one for the user; those who are privileged are never refused. */
  take(user: string, isPrivileged = false): boolean {
    const own = this.byUser.get(user) ?? 0;
    if (!isPrivileged && !this.hasSeatFor(own)) return false;
    this.taken++;
    this.byUser.set(user, own + 1);
    return true;
  }

  /** Gives back a seat that was taken. */
  giveBack(user: string): void {
    const own = this.byUser.get(user) ?? 0;
    this.taken--;
    // Users come again: one who has no seat is kept in mind while these are few.
    if (own > 1 || this.byUser.size <= MOST_IDLE) this.byUser.set(user, Math.max(own - 1, 0));
    else this.byUser.delete(user);
  }

  private hasSeatFor(own: number): boolean {
    const free = this.most - this.taken;
    if (this.most === 0 || free > this.most * PLENTY) return true;
    return free > 0 && own < this.most * LARGEST_SHARE;
  }
}
