import { type MaybePromise, withEnding } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import type { RequestMetrics } from '../../observability/index.js';
import { MASTERS_GROUP, type RequestInfo } from '../../request/index.js';
import { type LimitedWork, RequestLimiter, refuseForNow } from './request-limiter.js';
import { SeatPool } from './seat-pool.js';

const MUTATING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Requests of one kind that keep their seats when all others are taken: by them nodes and leaders show to be alive. */
const LEASES = { group: 'coordination.k8s.io', resource: 'leases' };
/** The verbs of a renewal. */
const RENEWING: ReadonlySet<string> = new Set(['get', 'create', 'update', 'patch']);
const SEATS_FOR_LEASES = 100;
const HEALTH = /^\/(livez|readyz|healthz)(\/|$)/;

const nothing = (): void => {};

/**
 * Bounds how many requests are answered at once (`--max-requests-inflight` and its mutating twin; 0 means no bound):
 * the limit without priority and fairness.
 */
export class InFlightLimit extends RequestLimiter {
  private readonly reading: SeatPool;
  private readonly mutating: SeatPool;
  private readonly leases = new SeatPool(SEATS_FOR_LEASES);

  constructor(
    maxReading: number,
    maxMutating: number,
    private readonly metrics: RequestMetrics,
  ) {
    super();
    this.reading = new SeatPool(maxReading);
    this.mutating = new SeatPool(maxMutating);
  }

  run(context: RequestContext, work: LimitedWork): MaybePromise<void> {
    const release = this.enter(context);
    if (!release) return refuseForNow(context);
    return withEnding(() => work(context), release);
  }

  /** Takes a seat; undefined when there is none. The result gives it back. Probes and long-running requests need none. */
  private enter(context: RequestContext): (() => void) | undefined {
    const { info, user } = context;
    if (!info.isResourceRequest && HEALTH.test(info.path)) return nothing;
    if (context.isLongRunning) return nothing;
    const isMutating = MUTATING.has(context.method);
    const pool = isRenewal(info) ? this.leases : isMutating ? this.mutating : this.reading;
    // Administrators pass while all others wait (as in the reference).
    if (!pool.take(user.name, user.groups.includes(MASTERS_GROUP))) return undefined;
    const gauge = isMutating ? this.metrics.mutatingInFlight : this.metrics.readOnlyInFlight;
    gauge.value++;
    return () => {
      gauge.value--;
      pool.giveBack(user.name);
    };
  }
}

function isRenewal({ group, resource, verb, name }: RequestInfo): boolean {
  if (resource !== LEASES.resource || group !== LEASES.group) return false;
  return RENEWING.has(verb) && (name !== '' || verb === 'create');
}
