import type { FairQueue } from './fair-queue.js';

/** The queues of a level that have waiting requests, and their order. */
export class PendingQueues {
  private readonly queues = new Set<FairQueue>();
  /** Index of the queue that was dispatched from last. */
  private robin = 0;

  add(queue: FairQueue): void {
    this.queues.add(queue);
  }

  delete(queue: FairQueue): void {
    this.queues.delete(queue);
  }

  [Symbol.iterator](): Iterator<FairQueue> {
    return this.queues.values();
  }

  /** Returns the queue whose oldest request ends first by the progress meter, of so many; ties go round. */
  next(count: number, now: number): FairQueue {
    if (this.queues.size === 1) return this.queues.values().next().value!;
    let best!: FairQueue;
    let earliest = Infinity;
    for (const queue of this.queues) {
      const end = queue.startAt(now) + queue.waiting.first!.work;
      if (end > earliest || (end === earliest && this.distance(queue, count) > this.distance(best, count))) continue;
      best = queue;
      earliest = end;
    }
    return best;
  }

  /** Returns the earliest start of a queue, in seat-seconds; `otherwise` without any before it. */
  earliestStart(otherwise: number, now: number): number {
    let earliest = otherwise;
    for (const queue of this.queues) earliest = Math.min(earliest, queue.startAt(now));
    return earliest;
  }

  /** Takes in that a request of a queue was dispatched. */
  dispatched({ index }: FairQueue): void {
    this.robin = index;
  }

  /** How far behind the last dispatched queue another one comes, going round. */
  private distance({ index }: FairQueue, count: number): number {
    const all = Math.max(count, 1);
    return (index - this.robin - 1 + 2 * all) % all;
  }
}
