/** The processes that serve requests. */
export class WorkersOptions {
  /** How many worker processes there are; 0 serves in the first process. */
  count = 0;

  /** Returns the share of one worker in a limit of the whole server, one at least; 0 is no limit. */
  shareOf(limit: number): number {
    return limit === 0 || this.count === 0 ? limit : Math.max(1, Math.floor(limit / this.count));
  }
}

/** The variable by which a process learns that it is a worker, and which one; it is taken out of the environment. */
export const WORKER_VARIABLE = 'BINNACLE_WORKER_PROCESS';
