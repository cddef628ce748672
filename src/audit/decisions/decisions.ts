import type { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import type { RequestObservers } from '../../request/index.js';
import type { Sink } from '../sink.js';
import { openDecisionLog } from './open-decision-log.js';

/** How long records get to be delivered at shutdown before retries end, in milliseconds. */
const CLOSING_MS = 5000;

/** The dependencies of the recording of decisions. */
export interface DecisionsParts {
  readonly options: ApiServerOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: MetricsRegistry;
  readonly observers: RequestObservers;
}

/** The decision log of a server, if it has one, and its resources. Both type and injection token. */
export class Decisions {
  constructor(
    private readonly open: { readonly sink: Sink<string>; readonly retries: AbortController } | undefined,
    private readonly clock: Clock,
  ) {}

  /** Delivers what is left, and closes the backends. */
  async close(): Promise<void> {
    if (!this.open) return;
    const { sink, retries } = this.open;
    const timer = this.clock.schedule(CLOSING_MS, () => retries.abort());
    await sink.close();
    timer.cancel();
  }
}

/** Opens the decision log of the options and adds it to the observers. Throws OptionsError for files that cannot be used. */
export async function openDecisions({ options, observers, ...parts }: DecisionsParts): Promise<Decisions> {
  const retries = new AbortController();
  const log = await openDecisionLog(options.authorization, { ...parts, signal: retries.signal });
  if (log) observers.add(log.observer);
  return new Decisions(log && { sink: log.sink, retries }, parts.clock);
}
