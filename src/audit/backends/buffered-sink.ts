import type { Clock, Timer } from '../../observability/index.js';
import type { Losses, Sink } from '../sink.js';
import type { TokenBucket } from './token-bucket.js';

/** The dependencies and limits of a buffer. */
export interface BufferedParts<T> {
  readonly delegate: Sink<T>;
  /** Most events that wait. */
  readonly size: number;
  readonly maxBatch: number;
  /** Milliseconds that events wait for a batch to be full. */
  readonly maxWait: number;
  /** Limits the rate of batches; without one there is no limit. */
  readonly throttle?: TokenBucket;
  readonly clock: Clock;
  readonly metrics: Losses<T>;
}

/** Most batches that are delivered at a time: each may be retried for minutes, and holds its events. */
const MAX_DELIVERIES = 64;

/**
 * Keeps events for a while and passes them on in batches, so that no request waits. What does not fit is lost (upstream:
 * the buffered backend).
 */
export class BufferedSink<T> implements Sink<T> {
  private waiting: T[] = [];
  private timer: Timer | undefined;
  private isDue = false;
  private running: Promise<void> | undefined;
  private readonly deliveries = new Set<Promise<unknown>>();

  constructor(private readonly parts: BufferedParts<T>) {}

  process(events: readonly T[]): boolean {
    const { size, metrics } = this.parts;
    const room = Math.max(0, size - this.waiting.length);
    if (room < events.length) metrics.lose('buffered', 'audit buffer queue blocked', events.slice(room));
    this.waiting.push(...events.slice(0, room));
    this.look();
    return true;
  }

  async close(): Promise<void> {
    this.isDue = true;
    this.look();
    while (this.running) await this.running;
    await Promise.all(this.deliveries);
    await this.parts.delegate.close();
  }

  /** Starts passing on where a batch is full or has waited long enough; else waits. */
  private look(): void {
    if (this.waiting.length === 0 || this.running) return;
    const { maxBatch, maxWait, clock } = this.parts;
    if (this.isDue || this.waiting.length >= maxBatch) {
      this.timer?.cancel();
      this.timer = undefined;
      this.running = this.passOn().finally(() => {
        this.running = undefined;
        this.look();
      });
      return;
    }
    this.timer ??= clock.schedule(maxWait, () => {
      this.timer = undefined;
      this.isDue = true;
      this.look();
    });
  }

  private async passOn(): Promise<void> {
    const { maxBatch, throttle } = this.parts;
    while (this.waiting.length >= maxBatch || (this.isDue && this.waiting.length > 0)) {
      if (throttle) await throttle.take();
      while (this.deliveries.size >= MAX_DELIVERIES) await Promise.race(this.deliveries);
      this.deliver(this.waiting.splice(0, maxBatch));
    }
    this.isDue = false;
  }

  private deliver(batch: readonly T[]): void {
    const delivered = this.parts.delegate.process(batch);
    if (!(delivered instanceof Promise)) return;
    this.deliveries.add(delivered);
    void delivered.finally(() => this.deliveries.delete(delivered));
  }
}
