import type { CounterChild } from './metric-children.js';
import { CounterFamily } from './metric-families.js';

const BETA_SINCE_1_27 = { stability: 'BETA', releases: { since: '1.27' } } as const;

/** The metrics of a registry about its metrics (upstream: component-base metrics). */
export class RegistryMetrics {
  readonly disabled: CounterChild;
  readonly hidden: CounterChild;
  readonly registered: CounterFamily;
  readonly unexpected: CounterChild;
  readonly families: readonly CounterFamily[];

  constructor() {
    const disabled = new CounterFamily({
      name: 'disabled_metrics_total',
      help: 'Number of metrics that flags disable.',
      ...BETA_SINCE_1_27,
    });
    const hidden = new CounterFamily({
      name: 'hidden_metrics_total',
      help: 'Number of deprecated metrics that are hidden.',
      ...BETA_SINCE_1_27,
    });
    this.registered = new CounterFamily({
      name: 'registered_metrics_total',
      help: 'Number of registered metrics, by stability level and the release that deprecates them.',
      ...BETA_SINCE_1_27,
      labels: ['stability_level', 'deprecated_version'],
    });
    const unexpected = new CounterFamily({
      name: 'cardinality_enforcement_unexpected_categorizations_total',
      help: 'Number of label values that were replaced because they are not allowed.',
      releases: { since: '1.27' },
    });
    this.disabled = disabled.labels();
    this.hidden = hidden.labels();
    this.unexpected = unexpected.labels();
    this.families = [disabled, hidden, this.registered, unexpected];
  }
}
