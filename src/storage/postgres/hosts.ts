import type { PostgresHost } from '../../options/index.js';
import { unreachable } from '../storage-error.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

/**
 * The servers of a cluster: connections are made to one of them, and to the next one where that is not possible. After
 * none could be reached there is a pause, longer each time.
 */
export class Hosts {
  private at = 0;
  private pauseMs = FIRST_PAUSE_MS;
  private pausedUntil = -Infinity;
  private lastFault: unknown;

  constructor(
    private readonly hosts: readonly PostgresHost[],
    private readonly now: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.hosts.length;
  }

  /** The host that connections are made to. */
  get current(): PostgresHost {
    return this.hosts[this.at]!;
  }

  /** Switches to the next host, unless others have done so already. */
  leave(host: PostgresHost): void {
    if (this.current === host) this.at = (this.at + 1) % this.hosts.length;
  }

  /** Records a successful connection. */
  noteReached(): void {
    this.pauseMs = FIRST_PAUSE_MS;
    this.pausedUntil = -Infinity;
  }

  /** Records that all hosts have failed, the last one for this reason: starts a pause, unless there is one. */
  noteUnreached(fault: unknown): void {
    this.lastFault = fault;
    if (this.now() < this.pausedUntil) return;
    this.pausedUntil = this.now() + this.pauseMs;
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** Throws `Unreachable` during a pause. */
  checkPause(): void {
    if (this.now() < this.pausedUntil) throw unreached(this.lastFault);
  }
}

/** Returns the error for a cluster of which no server can be reached. */
export function unreached(fault: unknown): Error {
  return unreachable(
    `no server of PostgreSQL can be reached: ${fault instanceof Error ? fault.message : String(fault)}`,
    fault,
  );
}
