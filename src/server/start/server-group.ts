import type { MetricsRegistry } from '../../observability/index.js';
import type { MetricsSource } from '../pages/metrics-page.js';

/** The processes that serve as one server, as one of them sees them. */
export interface ServerGroup {
  /** The number of this process. */
  readonly member: number;
  /** Returns the metrics of all, given those of this process. */
  metricsOf(own: MetricsRegistry): MetricsSource;
}
