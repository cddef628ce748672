import { FlowCounts } from '../../src/flowcontrol/flow-counts.js';
import { FlowControlMetrics, LevelMetrics } from '../../src/flowcontrol/flow-metrics.js';
import { SeatRequest } from '../../src/flowcontrol/fair-queue.js';
import { type Queuing, QueueSet } from '../../src/flowcontrol/queue-set.js';
import { DemandIntegrator } from '../../src/flowcontrol/seat-demand.js';
import type { WorkEstimate } from '../../src/flowcontrol/work.js';
import { MetricsRegistry } from '../../src/observability/index.js';
import { FakeClock } from '../../src/testing/fake-clock.js';
import { requestOf } from './flow-requests.js';

/** A queue set on a fake clock, with requests of flows that each have a queue of their own. */
export class QueueSetTrial {
  readonly clock = new FakeClock();
  readonly registry = new MetricsRegistry();
  readonly demand = new DemandIntegrator(0);
  readonly set: QueueSet;
  private readonly counts: FlowCounts;

  constructor(queuing: Queuing, seats: number) {
    const families = new FlowControlMetrics(this.registry, this.clock);
    this.counts = new FlowCounts(families, 'schema', 'level');
    const metrics = new LevelMetrics(families, 'level');
    this.set = new QueueSet({ clock: this.clock, metrics, demand: this.demand });
    this.set.configure(queuing, seats, Math.max(seats, 1));
  }

  /** Starts a request of one seat, or of another estimate, in a flow with some queues. */
  start(hand: readonly number[] = [0], estimate: Partial<WorkEstimate> = {}): SeatRequest {
    const request = new SeatRequest({
      digest: requestOf('GET /api/v1/pods'),
      flow: { schema: 'schema', distinguisher: hand.join(), hand, counts: this.counts },
      estimate: { initialSeats: 1, finalSeats: 0, additionalLatency: 0, ...estimate },
      arrivedAt: this.clock.monotonic(),
    });
    this.set.start(request);
    return request;
  }

  /** Starts several requests of one flow. */
  startMany(count: number, hand: readonly number[], estimate?: Partial<WorkEstimate>): SeatRequest[] {
    return Array.from({ length: count }, () => this.start(hand, estimate));
  }
}
