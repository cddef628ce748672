import type { GaugeChild } from '../observability/index.js';
import type { FairQueue } from './fair-queue.js';
import type { LevelMetrics } from './flow-metrics.js';
import { ASSUMED_MS, seatSeconds } from './work.js';

/** The state of a level at a dispatch. */
export interface DispatchState {
  readonly queue: FairQueue;
  readonly currentR: number;
}

interface BoundGauges {
  readonly min: GaugeChild;
  readonly max: GaugeChild;
}

/** The gauges that show how a level dispatched last. They appear with the first dispatch. */
export class DispatchGauges {
  private dispatchR: GaugeChild | undefined;
  private latestS: GaugeChild | undefined;
  private nextS: BoundGauges | undefined;
  private discountedS: BoundGauges | undefined;

  constructor(private readonly metrics: LevelMetrics) {}

  /** Takes the state in, before the request leaves its queue. */
  set(pending: Iterable<FairQueue>, { queue, currentR }: DispatchState): void {
    (this.dispatchR ??= this.metrics.gauge('dispatchR')).value = currentR;
    (this.latestS ??= this.metrics.gauge('latestS')).value = queue.nextDispatchR;
    const next = (this.nextS ??= this.metrics.bounds('nextS'));
    const discounted = (this.discountedS ??= this.metrics.bounds('nextDiscountedS'));
    next.min.value = discounted.min.value = Infinity;
    next.max.value = discounted.max.value = -Infinity;
    for (const { nextDispatchR, seatsInUse } of pending) {
      widen(next, nextDispatchR);
      widen(discounted, nextDispatchR - seatSeconds(seatsInUse, ASSUMED_MS));
    }
  }
}

function widen(bounds: BoundGauges, value: number): void {
  if (value < bounds.min.value) bounds.min.value = value;
  if (value > bounds.max.value) bounds.max.value = value;
}
