import type { OnApplicationShutdown } from '@nestjs/common';
import { ClusterClient, HttpTransport } from '../../client/index.js';
import type { Clock, Logger, MetricsRegistry } from '../../observability/index.js';
import { type ConnectionSource, OutboundMetrics } from '../../outbound/index.js';

/** The dependencies of the client. */
export interface OutsideClientParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: MetricsRegistry;
}

/** The largest response that plugins read whole from the cluster, in bytes. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** The client of the cluster behind which an extension server serves. */
export class OutsideClient extends ClusterClient implements OnApplicationShutdown {
  constructor(source: ConnectionSource, { clock, logger, registry }: OutsideClientParts) {
    const metrics = new OutboundMetrics(registry);
    const transport = new HttpTransport(source, { clock, metrics, maxAnswerBytes: MAX_ANSWER_BYTES });
    super(transport, { clock, logger, userAgent: 'binnacle-plugin' });
  }

  /** Closes the client: controllers, which may have events to write, have stopped by then. */
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}
