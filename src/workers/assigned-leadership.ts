import { Leadership } from '../storage/index.js';

/** The leadership of a worker: the first process assigns it, to one worker at a time. */
export class AssignedLeadership extends Leadership {
  private readonly listeners = new Set<() => void>();
  private leads = false;

  get isLeader(): boolean {
    return this.leads;
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Starts or ends to lead. */
  assign(isLeader: boolean): void {
    if (this.leads === isLeader) return;
    this.leads = isLeader;
    for (const listener of [...this.listeners]) listener();
  }
}
