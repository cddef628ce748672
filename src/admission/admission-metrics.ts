import type { HistogramFamily, MetricsRegistry, SummaryFamily } from '../observability/index.js';
import type { ObservedAdmission, RequestObserver } from '../request/index.js';

type Step = ObservedAdmission['step'];
type Plugin = NonNullable<ObservedAdmission['plugin']>;

const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const STABLE_SINCE_1_21 = { stability: { '1.21': 'STABLE' } } as const;
/** The quantiles of the summary, with the errors of their ranks (upstream: admission/metrics). */
const OBJECTIVES = [
  { quantile: 0.5, error: 0.05 },
  { quantile: 0.9, error: 0.01 },
  { quantile: 0.99, error: 0.001 },
];
const SUMMARY_SECONDS = 5 * 60 * 60;

/** The metrics of one outcome, bound to its labels. */
interface Seen {
  observe(seconds: number): void;
}

/** How long writes spend in a plugin, or in all of them, by how that ends. */
class Outcomes {
  private passed: Seen | undefined;
  private rejected: Seen | undefined;

  constructor(private readonly bind: (rejected: 'true' | 'false') => Seen) {}

  observe({ isRejected, seconds }: ObservedAdmission): void {
    if (isRejected) (this.rejected ??= this.bind('true')).observe(seconds);
    else (this.passed ??= this.bind('false')).observe(seconds);
  }
}

/** Times admission: what it takes in sum, and in each plugin. */
export class AdmissionMetrics implements RequestObserver {
  private readonly steps: HistogramFamily;
  private readonly summaries: SummaryFamily;
  private readonly controllers: HistogramFamily;
  private readonly known = { admit: new Map<string, StepOutcomes>(), validate: new Map<string, StepOutcomes>() };

  constructor(registry: MetricsRegistry) {
    this.steps = registry.histogram({
      name: 'apiserver_admission_step_admission_duration_seconds',
      help: 'Time that a step of admission takes for a write, in seconds.',
      releases: STABLE_SINCE_1_21,
      labels: ['operation', 'rejected', 'type'],
      buckets: BUCKETS,
    });
    this.summaries = registry.summary({
      name: 'apiserver_admission_step_admission_duration_seconds_summary',
      help: 'Quantiles of the time that a step of admission takes for a write, in seconds.',
      labels: ['operation', 'rejected', 'type'],
      objectives: OBJECTIVES,
      maxAge: SUMMARY_SECONDS,
    });
    this.controllers = registry.histogram({
      name: 'apiserver_admission_controller_admission_duration_seconds',
      help: 'Time that an admission plugin takes for a write, in seconds.',
      releases: STABLE_SINCE_1_21,
      labels: ['name', 'operation', 'rejected', 'type'],
      buckets: BUCKETS,
    });
  }

  admitted(admission: ObservedAdmission): void {
    const { step, operation, plugin } = admission;
    const known = this.known[step];
    let outcomes = known.get(operation);
    if (!outcomes) known.set(operation, (outcomes = this.outcomesOf(step, operation)));
    (plugin ? outcomes.of(plugin) : outcomes.whole).observe(admission);
  }

  private outcomesOf(step: Step, operation: string): StepOutcomes {
    const whole = new Outcomes((rejected) => this.bindStep(operation, rejected, step));
    return new StepOutcomes(
      whole,
      ({ name }) => new Outcomes((rejected) => this.controllers.labels(name, operation, rejected, step)),
    );
  }

  private bindStep(...labels: [operation: string, rejected: string, step: Step]): Seen {
    const histogram = this.steps.labels(...labels);
    const summary = this.summaries.labels(...labels);
    return {
      observe: (seconds) => {
        histogram.observe(seconds);
        summary.observe(seconds);
      },
    };
  }
}

/** The outcomes of a step for writes of one sort: its own, and those of its plugins. */
class StepOutcomes {
  private readonly ofPlugins = new WeakMap<Plugin, Outcomes>();

  constructor(
    readonly whole: Outcomes,
    private readonly make: (plugin: Plugin) => Outcomes,
  ) {}

  of(plugin: Plugin): Outcomes {
    let outcomes = this.ofPlugins.get(plugin);
    if (!outcomes) this.ofPlugins.set(plugin, (outcomes = this.make(plugin)));
    return outcomes;
  }
}
