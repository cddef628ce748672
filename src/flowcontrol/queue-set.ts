import type { Clock, GaugeChild } from '../observability/index.js';
import { DispatchGauges } from './dispatch-gauges.js';
import type { LevelMetrics } from './flow-metrics.js';
import { PendingQueues } from './pending-queues.js';
import type { DemandIntegrator } from './seat-demand.js';
import { FairQueue, RequestList, type SeatRequest } from './fair-queue.js';
import { ASSUMED_MS, maxSeatsOf, seatSeconds } from './work.js';

/** How the requests of a level wait. */
export interface Queuing {
  /** 0 rejects requests instead; -1 sets no limit at all. */
  readonly queues: number;
  readonly handSize: number;
  /** Requests that wait in one queue while no seat is free. */
  readonly queueLength: number;
}

/** The dependencies of a queue set. */
export interface QueueSetParts {
  readonly clock: Pick<Clock, 'monotonic' | 'schedule'>;
  readonly metrics: LevelMetrics;
  readonly demand: DemandIntegrator;
}

/** Queues that are kept though they are empty, beyond those the configuration names. */
const MAX_UNUSED_QUEUES = 1024;

/**
 * The seats and queues of one level: fair queuing by estimated work (upstream: queueset, "Fair Queuing for Server
 * Requests"). The progress meter R is the work that each busy queue was entitled to; the queue is served next whose
 * oldest request would end first by that meter. Queues exist as far as they are used. Unlike the reference, R counts the
 * work that is done, and the work of executing requests counts before they end (docs/decisions/0232).
 */
export class QueueSet {
  /** Reading of the progress meter, in seat-seconds. */
  currentR = 0;
  waitingCount = 0;
  executingCount = 0;
  seatsInUse = 0;
  seatsWaiting = 0;
  dispatched = 0;
  rejected = 0;
  timedOut = 0;
  cancelled = 0;
  readonly queues = new Map<number, FairQueue>();
  /** The requests that execute without queues. */
  readonly withoutQueue = new RequestList();
  private queuing: Queuing = { queues: 0, handSize: 0, queueLength: 0 };
  private seats = 0;
  /** Queues with waiting requests. */
  private readonly pending = new PendingQueues();
  /** Seats at work: those of executing requests, and final ones of ended requests. */
  private seatsAtWork = 0;
  private activeQueues = 0;
  private lastSync: number;
  private enqueues = 0;
  private readonly gauges: DispatchGauges;
  private readonly currentRGauge: GaugeChild;

  constructor(private readonly parts: QueueSetParts) {
    this.lastSync = parts.clock.monotonic();
    this.gauges = new DispatchGauges(parts.metrics);
    this.currentRGauge = parts.metrics.currentR;
  }

  /** True if nothing waits or executes. */
  get isIdle(): boolean {
    return this.waitingCount === 0 && this.executingCount === 0;
  }

  /** How many queues there are by the configuration. */
  get queueCount(): number {
    return Math.max(this.queuing.queues, 0);
  }

  /** Sets the queues and the limits; what waits is dispatched as far as there are seats now. */
  configure(queuing: Queuing, seats: number, denominator: number): void {
    const now = this.sync();
    const { metrics } = this.parts;
    this.queuing = queuing;
    this.seats = seats;
    metrics.waiting.setLimit(Math.max(queuing.queueLength, 1) * Math.max(queuing.queues, 1), now);
    for (const timing of [metrics.executing, metrics.seats, metrics.demand]) timing.setLimit(denominator, now);
    this.dispatch(now);
  }

  /** Starts with a request: afterwards it executes, waits or is rejected. */
  start(request: SeatRequest): void {
    const now = this.sync();
    if (this.queuing.queues < 1) return this.startWithoutQueue(request, now);
    const queue = this.chooseQueue(request.flow.hand);
    if (this.seatsInUse >= this.seats && queue.waiting.length >= this.queuing.queueLength)
      return this.reject(request, 'queue-full');
    this.enqueue(request, queue, now);
    this.dispatch(now);
    queue.bound(now);
  }

  /** Ends an executing request, and dispatches others. `now`: a reading of the monotonic clock. */
  finish(request: SeatRequest, now = this.parts.clock.monotonic()): void {
    this.sync(now);
    this.executingCount--;
    this.seatsAtWork -= request.estimate.initialSeats;
    request.state = 'finished';
    request.flow.counts.execute(-1, 0);
    this.parts.metrics.executing.set(this.executingCount, now);
    this.leave(request, now);
    const { additionalLatency, finalSeats } = request.estimate;
    if (additionalLatency > 0 && finalSeats > 0) {
      this.seatsAtWork += finalSeats;
      this.parts.clock.schedule(additionalLatency, () => this.releaseFinal(request));
      this.dispatch(now);
    } else this.release(request, now);
  }

  /** Rejects a request that still waits, because its time is up or because its client has gone. */
  giveUp(request: SeatRequest, reason: 'time-out' | 'cancelled'): void {
    if (request.state !== 'waiting' || !request.queue) return;
    const now = this.sync();
    const { queue } = request;
    this.dequeue(request, queue, now);
    if (!queue.isActive) this.activeQueues--;
    queue.bound(now);
    this.drop(queue);
    if (reason === 'time-out') this.timedOut++;
    else this.cancelled++;
    this.reject(request, reason);
    this.dispatch(now);
  }

  private startWithoutQueue(request: SeatRequest, now: number): void {
    if (this.queuing.queues === 0 && !this.hasSeatsFor(request)) return this.reject(request, 'concurrency-limit');
    this.execute(request, this.withoutQueue, now);
  }

  private reject(request: SeatRequest, reason: Parameters<SeatRequest['flow']['counts']['reject']>[0]): void {
    this.rejected++;
    request.state = 'rejected';
    request.flow.counts.reject(reason, this.lastSync - request.arrivedAt);
    request.onDecided?.(false);
  }

  /** The queue of a hand with the least waiting work; ties go to another one each time. */
  private chooseQueue(hand: readonly number[]): FairQueue {
    const offset = this.enqueues++ % hand.length;
    let best = hand[offset];
    let least = Infinity;
    for (let i = 0; i < hand.length && least > 0; i++) {
      const index = hand[(offset + i) % hand.length];
      const work = this.queues.get(index)?.workSum ?? 0;
      if (work >= least) continue;
      best = index;
      least = work;
    }
    return this.queueAt(best);
  }

  private queueAt(index: number): FairQueue {
    let queue = this.queues.get(index);
    if (!queue) this.queues.set(index, (queue = new FairQueue(index)));
    return queue;
  }

  private enqueue(request: SeatRequest, queue: FairQueue, now: number): void {
    request.queue = queue;
    request.arrivalR = queue.isActive ? this.currentR : this.activate(queue, now);
    queue.enqueue(request);
    queue.bound(now);
    this.pending.add(queue);
    this.waitingCount++;
    this.seatsWaiting += request.maxSeats;
    request.flow.counts.queue(1, request.maxSeats);
    request.flow.counts.observeQueue(queue.waiting.length);
    this.parts.metrics.waiting.set(this.waitingCount, now);
    this.observeDemand(now);
  }

  /**
   * Starts a queue where the one starts that is next, so that others that are behind do not keep it waiting; work it
   * has done lately counts. Returns its start R.
   */
  private activate(queue: FairQueue, now: number): number {
    this.activeQueues++;
    const earliest = this.pending.earliestStart(this.currentR, now);
    queue.nextDispatchR = Math.min(this.currentR, Math.max(queue.nextDispatchR, earliest));
    return queue.nextDispatchR;
  }

  private dequeue(request: SeatRequest, queue: FairQueue, now: number): void {
    queue.dequeue(request);
    if (queue.waiting.length === 0) this.pending.delete(queue);
    this.waitingCount--;
    this.seatsWaiting -= request.maxSeats;
    request.flow.counts.queue(-1, -request.maxSeats);
    this.parts.metrics.waiting.set(this.waitingCount, now);
    this.observeDemand(now);
  }

  /** Dispatches waiting requests until the next one has no seats. */
  private dispatch(now: number): void {
    while (this.waitingCount > 0 && this.seatsInUse < this.seats) {
      const queue = this.pending.next(this.queuing.queues, now);
      const request = queue.waiting.first!;
      if (!this.hasSeatsFor(request)) return request.flow.counts.lackSeats();
      this.gauges.set(this.pending, { queue, currentR: this.currentR });
      this.pending.dispatched(queue);
      this.dequeue(request, queue, now);
      this.narrow(request);
      this.execute(request, queue.executing, now);
      queue.seatsInUse += request.maxSeats;
      queue.nextDispatchR += request.work;
      queue.bound(now);
      request.onDecided?.(true);
    }
  }

  /** A request that needs more seats than there are executes alone. */
  private hasSeatsFor({ maxSeats }: SeatRequest): boolean {
    if (maxSeats > this.seats) return this.executingCount === 0;
    return this.seatsInUse + maxSeats <= this.seats;
  }

  /** Makes the final phase narrower and longer where it has more seats than there are; the work stays the same. */
  private narrow(request: SeatRequest): void {
    const { initialSeats, finalSeats, additionalLatency } = request.estimate;
    if (finalSeats <= this.seats) return;
    const latency = (finalSeats * additionalLatency) / this.seats;
    request.estimate = { initialSeats, finalSeats: this.seats, additionalLatency: latency };
    request.maxSeats = maxSeatsOf(request.estimate);
  }

  private execute(request: SeatRequest, list: RequestList, now: number): void {
    request.state = 'executing';
    request.startedAt = now;
    list.add(request);
    this.executingCount++;
    this.dispatched++;
    this.seatsInUse += request.maxSeats;
    this.seatsAtWork += request.estimate.initialSeats;
    request.flow.counts.execute(1, request.maxSeats);
    request.flow.counts.dispatch(this.queuing.queues < 0 ? undefined : now - request.arrivedAt);
    this.parts.metrics.executing.set(this.executingCount, now);
    this.parts.metrics.seats.set(this.seatsInUse, now);
    this.observeDemand(now);
  }

  /** Takes an ended request out, and replaces the assumed time of its execution by the real one. */
  private leave(request: SeatRequest, now: number): void {
    const { queue } = request;
    if (!queue) return this.withoutQueue.remove(request);
    queue.executing.remove(request);
    queue.nextDispatchR -= seatSeconds(request.estimate.initialSeats, ASSUMED_MS - (now - request.startedAt));
    queue.bound(now);
    if (!queue.isActive) this.activeQueues--;
  }

  private releaseFinal(request: SeatRequest): void {
    const now = this.sync();
    this.seatsAtWork -= request.estimate.finalSeats;
    this.release(request, now);
  }

  private release(request: SeatRequest, now: number): void {
    const { queue, maxSeats } = request;
    this.seatsInUse -= maxSeats;
    request.flow.counts.execute(0, -maxSeats);
    this.parts.metrics.seats.set(this.seatsInUse, now);
    this.observeDemand(now);
    if (queue) {
      queue.seatsInUse -= maxSeats;
      this.drop(queue);
    }
    this.dispatch(now);
  }

  /** Drops a queue that is unused and no longer configured, or one of very many. */
  private drop(queue: FairQueue): void {
    if (!queue.isUnused) return;
    if (queue.index >= this.queuing.queues || this.queues.size > MAX_UNUSED_QUEUES) this.queues.delete(queue.index);
  }

  private observeDemand(now: number): void {
    const demand = this.seatsInUse + this.seatsWaiting;
    this.parts.demand.set(demand, now);
    this.parts.metrics.demand.set(demand, now);
  }

  /** Moves the progress meter on: the seats at work, divided among the busy queues. */
  private sync(now = this.parts.clock.monotonic()): number {
    const elapsed = now - this.lastSync;
    this.lastSync = now;
    if (this.activeQueues > 0 && elapsed > 0) {
      this.currentR += seatSeconds(this.seatsAtWork, elapsed) / this.activeQueues;
      this.currentRGauge.value = this.currentR;
    }
    return now;
  }
}
