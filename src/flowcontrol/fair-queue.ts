import type { Flow } from './flow.js';
import type { RequestDigest } from './matching.js';
import { ASSUMED_MS, type WorkEstimate, maxSeatsOf, seatSeconds, workOf } from './work.js';

/** The state of a request: `finished` has ended, its seats may linger. */
export type SeatState = 'waiting' | 'executing' | 'rejected' | 'finished';

/** A request when it arrives. */
export interface Arrival {
  readonly digest: RequestDigest;
  readonly flow: Flow;
  readonly estimate: WorkEstimate;
  /** In milliseconds of the monotonic clock. */
  readonly arrivedAt: number;
}

/** One request at its priority level, from its arrival to its end. A link of the list of a queue, or of a level. */
export class SeatRequest {
  state: SeatState = 'waiting';
  /** Called once when a waiting request leaves its queue: true to execute, false to reject. */
  onDecided: ((isExecuted: boolean) => void) | undefined;
  /** Undefined without queues. */
  queue: FairQueue | undefined;
  /** Reading of the level's progress meter at its arrival, in seat-seconds. */
  arrivalR = 0;
  /** When it began to execute, in milliseconds of the monotonic clock. */
  startedAt = 0;
  /** Seats that it takes, through both phases. */
  maxSeats: number;
  readonly work: number;
  previous: SeatRequest | undefined;
  next: SeatRequest | undefined;

  readonly digest: RequestDigest;
  readonly flow: Flow;
  estimate: WorkEstimate;
  readonly arrivedAt: number;

  constructor({ digest, flow, estimate, arrivedAt }: Arrival) {
    this.digest = digest;
    this.flow = flow;
    this.estimate = estimate;
    this.arrivedAt = arrivedAt;
    this.maxSeats = maxSeatsOf(estimate);
    this.work = workOf(estimate);
  }
}

/** Requests in the order they were added, from which any can be removed at once. */
export class RequestList {
  first: SeatRequest | undefined;
  private last: SeatRequest | undefined;
  length = 0;

  add(request: SeatRequest): void {
    request.previous = this.last;
    if (this.last) this.last.next = request;
    else this.first = request;
    this.last = request;
    this.length++;
  }

  /** Removes a request of this list. */
  remove(request: SeatRequest): void {
    const { previous, next } = request;
    if (previous) previous.next = next;
    else this.first = next;
    if (next) next.previous = previous;
    else this.last = previous;
    request.previous = request.next = undefined;
    this.length--;
  }

  *[Symbol.iterator](): Generator<SeatRequest> {
    for (let request = this.first; request; request = request.next) yield request;
  }
}

/** One queue of a level, and the requests that came from it. */
export class FairQueue {
  readonly waiting = new RequestList();
  readonly executing = new RequestList();
  /** Reading of the progress meter at which its next request is dispatched, in seat-seconds. */
  nextDispatchR = 0;
  /** Seats of executing requests, and of those whose seats linger. */
  seatsInUse = 0;
  initialSeatsSum = 0;
  maxSeatsSum = 0;
  /** Work of the waiting requests, in seat-seconds. */
  workSum = 0;

  constructor(readonly index: number) {}

  /** True if it takes part in the sharing of seats. */
  get isActive(): boolean {
    return this.waiting.length > 0 || this.executing.length > 0;
  }

  /** True if nothing refers to it. */
  get isUnused(): boolean {
    return !this.isActive && this.seatsInUse === 0;
  }

  enqueue(request: SeatRequest): void {
    this.waiting.add(request);
    this.initialSeatsSum += request.estimate.initialSeats;
    this.maxSeatsSum += request.maxSeats;
    this.workSum += request.work;
  }

  /** Removes a waiting request, the first or another one. */
  dequeue(request: SeatRequest): void {
    this.waiting.remove(request);
    this.initialSeatsSum -= request.estimate.initialSeats;
    this.maxSeatsSum -= request.maxSeats;
    // Rounding errors do not add up over the life of the server.
    this.workSum = this.waiting.length === 0 ? 0 : this.workSum - request.work;
  }

  /**
   * Returns the work that executing requests have done beyond the assumed time, in seat-seconds. It is charged when
   * they end; until then it counts for the order of dispatch.
   */
  progressAt(now: number): number {
    let progress = 0;
    for (let request = this.executing.first; request; request = request.next) {
      const exceeded = now - request.startedAt - ASSUMED_MS;
      if (exceeded > 0) progress += seatSeconds(request.estimate.initialSeats, exceeded);
    }
    return progress;
  }

  /** Returns where its next request starts by the progress meter, with the work of those that execute. */
  startAt(now: number): number {
    return this.nextDispatchR + this.progressAt(now);
  }

  /** Keeps a queue that uses less than its share from saving the rest: no dispatch lies before the arrival. */
  bound(now: number): void {
    const oldest = this.waiting.first;
    if (!oldest || this.nextDispatchR >= oldest.arrivalR) return;
    this.nextDispatchR = Math.max(this.nextDispatchR, oldest.arrivalR - this.progressAt(now));
  }
}
