import type { Clock } from '../observability/index.js';
import { DroppedRequests } from './dropped-requests.js';
import { type FlowControlMetrics, LevelMetrics } from './flow-metrics.js';
import type { PriorityLevelObject, QueuingSpec, SharesSpec } from './kinds.js';
import { type Queuing, QueueSet } from './queue-set.js';
import type { SeatClaim } from './seat-allocation.js';
import { DemandIntegrator, SeatDemand } from './seat-demand.js';
import { WorkSlots } from './work-slots.js';

/** The seats of a level. */
export interface LevelSeats {
  /** By its shares. */
  readonly nominal: number;
  /** The seats that remain when it lends all it may. */
  readonly lower: number;
  /** The seats when it borrows all it may. */
  readonly upper: number;
}

/** The seats of the whole server, for the seats of its levels. */
export interface ServerSeats {
  readonly total: number;
  /** The sum of all levels' shares. */
  readonly shares: number;
}

const UNLIMITED: Queuing = { queues: -1, handSize: 0, queueLength: 0 };
const REJECTING: Queuing = { queues: 0, handSize: 0, queueLength: 0 };
/** The defaults of the kind. */
const QUEUES = 64;
const HAND = 8;
const LENGTH = 50;
/** Part of a level's seats that one request gets at most. */
const LARGEST_PART = 0.15;
/** Levels without a seat show their use as a part of this part of the server's seats. */
const PART_WITHOUT_SEATS = 1 / 10;

/** A priority level in force. */
export class PriorityLevel {
  readonly queueSet: QueueSet;
  readonly dropped = new DroppedRequests();
  /** The writes that are worked on. */
  readonly work: WorkSlots;
  uid = '';
  /** True if the level was deleted and its last requests are being served. */
  isQuiescing = false;
  seats: LevelSeats = { nominal: 0, lower: 0, upper: 0 };
  /** The seats it may use now; undefined before the first allocation. */
  current: number | undefined;
  /** The most seats of one request; undefined where only the estimator sets a limit. */
  maxRequestSeats: number | undefined;
  queuing: Queuing = REJECTING;
  readonly metrics: LevelMetrics;
  private readonly demand = new SeatDemand();
  private readonly integrator: DemandIntegrator;
  private spec: PriorityLevelObject['spec'];

  constructor(
    readonly name: string,
    { clock, metrics }: { readonly clock: Clock; readonly metrics: FlowControlMetrics },
  ) {
    this.work = new WorkSlots(clock);
    this.metrics = new LevelMetrics(metrics, name);
    this.integrator = new DemandIntegrator(clock.monotonic());
    this.queueSet = new QueueSet({ clock, metrics: this.metrics, demand: this.integrator });
  }

  /** True if its requests have no limits. */
  get isExempt(): boolean {
    return this.queuing.queues < 0;
  }

  /** The shares of the server's seats. */
  get shares(): number {
    return sharesOf(this.spec).nominalConcurrencyShares ?? 0;
  }

  /** Takes an object in. Its seats follow by `divide` and `assign`. */
  configure({ metadata, spec }: PriorityLevelObject): void {
    this.uid = metadata.uid ?? '';
    this.isQuiescing = false;
    this.spec = spec;
    this.queuing = queuingOf(spec);
  }

  /** Computes the seats by the shares of all levels. */
  divide({ total, shares }: ServerSeats): void {
    const { lendablePercent = 0, borrowingLimitPercent } = sharesOf(this.spec);
    const nominal = shares > 0 ? Math.ceil((total * this.shares) / shares) : 0;
    const lent = Math.round((nominal * lendablePercent) / 100);
    const borrowed = borrowingLimitPercent === undefined ? total : Math.round((nominal * borrowingLimitPercent) / 100);
    this.seats = { nominal, lower: nominal - lent, upper: nominal + borrowed };
    this.current ??= nominal - Math.trunc(lent / 2);
    this.maxRequestSeats = maxRequestSeatsOf(nominal, this.queuing);
    for (const bound of ['nominal', 'lower', 'upper'] as const) this.metrics.gauge(bound).value = this.seats[bound];
  }

  /** Ends a period of demand, and claims seats for the next one. */
  claim(now: number): SeatClaim {
    this.demand.add(this.integrator.next(now));
    const { nominal, lower, upper } = this.seats;
    const lowerBound = Math.max(lower, Math.min(nominal, this.demand.highWatermark));
    return { lowerBound, upperBound: upper, target: Math.max(lowerBound, this.demand.smoothed) };
  }

  /** Sets the seats for the next period; undefined keeps those there are. */
  assign(seats: number | undefined, claim: SeatClaim, total: number): void {
    const current = Math.round(seats ?? this.current ?? 0);
    this.current = current;
    const denominator = current > 0 ? current : Math.max(1, Math.round(total * PART_WITHOUT_SEATS));
    this.queueSet.configure(this.queuing, current, denominator);
    this.show(claim, current);
  }

  private show({ target }: SeatClaim, current: number): void {
    const { highWatermark, average, deviation, smoothed } = this.demand;
    const values = { highWatermark, average, deviation, smoothed, target, current };
    for (const name of Object.keys(values) as (keyof typeof values)[]) this.metrics.gauge(name).value = values[name];
  }
}

/** Reports whether an object describes a level that can be in force: the unions agree, and only one level is exempt. */
export function isUsable({ spec }: PriorityLevelObject, isExempt: boolean): boolean {
  if (!spec || (spec.type === 'Exempt') !== isExempt) return false;
  if ((spec.type === 'Limited') !== (spec.limited !== undefined)) return false;
  if (isExempt !== (spec.exempt !== undefined)) return false;
  const { limitResponse } = spec.limited ?? {};
  return isExempt || (limitResponse?.type === 'Reject') === (limitResponse?.queuing === undefined);
}

function sharesOf(spec: PriorityLevelObject['spec']): SharesSpec {
  return spec?.limited ?? spec?.exempt ?? {};
}

function queuingOf(spec: PriorityLevelObject['spec']): Queuing {
  if (!spec?.limited) return UNLIMITED;
  const { queuing } = spec.limited.limitResponse ?? {};
  return queuing ? readQueuing(queuing) : REJECTING;
}

function readQueuing({ queues = QUEUES, handSize = HAND, queueLengthLimit = LENGTH }: QueuingSpec): Queuing {
  return { queues, handSize, queueLength: queueLengthLimit };
}

/** A wide request is kept from taking the seats of a level with few of them. */
function maxRequestSeatsOf(nominal: number, { queues, handSize }: Queuing): number | undefined {
  if (queues < 1) return undefined;
  return Math.max(1, Math.min(Math.ceil(nominal * LARGEST_PART), Math.trunc(nominal / handSize)));
}
