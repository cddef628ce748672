import type { RequestContext } from '../endpoints/index.js';
import type { RequestMetrics } from '../observability/index.js';
import { MASTERS_GROUP, isLongRunning } from '../request/index.js';

const MUTATING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const nothing = (): void => {};

/** Bounds how many requests are answered at once (`--max-requests-inflight` and its mutating twin; 0 means no bound). */
export class InFlightLimit {
  private reading = 0;
  private mutating = 0;

  constructor(
    private readonly maxReading: number,
    private readonly maxMutating: number,
    private readonly metrics: RequestMetrics,
  ) {}

  /** Takes a place; undefined when there is none. The result gives it back. Long-running requests need none. */
  enter(context: RequestContext): (() => void) | undefined {
    if (isLongRunning(context.info)) return nothing;
    return MUTATING.has(context.method) ? this.enterMutating(context) : this.enterReading(context);
  }

  private enterReading(context: RequestContext): (() => void) | undefined {
    if (this.maxReading > 0 && this.reading >= this.maxReading && !isPrivileged(context)) return undefined;
    this.metrics.readOnlyInFlight.value = ++this.reading;
    return () => {
      this.metrics.readOnlyInFlight.value = --this.reading;
    };
  }

  private enterMutating(context: RequestContext): (() => void) | undefined {
    if (this.maxMutating > 0 && this.mutating >= this.maxMutating && !isPrivileged(context)) return undefined;
    this.metrics.mutatingInFlight.value = ++this.mutating;
    return () => {
      this.metrics.mutatingInFlight.value = --this.mutating;
    };
  }
}

/** Administrators get through when everybody else waits (as the reference). */
function isPrivileged(context: RequestContext): boolean {
  return context.user.groups.includes(MASTERS_GROUP);
}
