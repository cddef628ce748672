/** The processes that serve requests. */
export class WorkersOptions {
  /** How many worker processes there are; 0 serves in the first process. */
  count = 0;
}

/** The variable by which a process learns that it is a worker, and which one; it is taken out of the environment. */
export const WORKER_VARIABLE = 'BINNACLE_WORKER_PROCESS';
