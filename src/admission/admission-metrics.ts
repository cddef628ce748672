import type { HistogramChild, HistogramFamily, MetricsRegistry } from '../observability/index.js';
import type { AdmissionOperation } from './admission-attributes.js';
import type { AdmissionPlugin } from './admission-plugin.js';

/** A half of admission: plugins that change an object, or those that refuse it. */
export type AdmissionStep = 'admit' | 'validate';

const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** How long writes spend in a plugin, or in all of them, by how that ends. */
class Outcomes {
  private passed: HistogramChild | undefined;
  private rejected: HistogramChild | undefined;

  constructor(private readonly bind: (rejected: 'true' | 'false') => HistogramChild) {}

  pass(seconds: number): void {
    (this.passed ??= this.bind('false')).observe(seconds);
  }

  reject(seconds: number): void {
    (this.rejected ??= this.bind('true')).observe(seconds);
  }
}

/** Times admission: what it takes in sum, and in each plugin. */
export class AdmissionMetrics {
  private readonly steps: HistogramFamily;
  private readonly controllers: HistogramFamily;
  private readonly known = new Map<string, StepOutcomes>();

  constructor(registry: MetricsRegistry) {
    this.steps = registry.histogram({
      name: 'apiserver_admission_step_admission_duration_seconds',
      help: 'Time that a step of admission takes for a write, in seconds.',
      stability: 'STABLE',
      labels: ['operation', 'rejected', 'type'],
      buckets: BUCKETS,
    });
    this.controllers = registry.histogram({
      name: 'apiserver_admission_controller_admission_duration_seconds',
      help: 'Time that an admission plugin takes for a write, in seconds.',
      stability: 'STABLE',
      labels: ['name', 'operation', 'rejected', 'type'],
      buckets: BUCKETS,
    });
  }

  /** Starts the clock for one step of one write. */
  begin(step: AdmissionStep, operation: AdmissionOperation): StepTimer {
    const key = step + operation;
    let outcomes = this.known.get(key);
    if (!outcomes) this.known.set(key, (outcomes = this.outcomesOf(step, operation)));
    return new StepTimer(outcomes);
  }

  private outcomesOf(step: AdmissionStep, operation: AdmissionOperation): StepOutcomes {
    const whole = new Outcomes((rejected) => this.steps.labels(operation, rejected, step));
    return new StepOutcomes(
      whole,
      ({ name }) => new Outcomes((rejected) => this.controllers.labels(name, operation, rejected, step)),
    );
  }
}

/** The outcomes of a step for writes of one sort: its own, and those of its plugins. */
class StepOutcomes {
  private readonly ofPlugins = new WeakMap<AdmissionPlugin, Outcomes>();

  constructor(
    readonly whole: Outcomes,
    private readonly make: (plugin: AdmissionPlugin) => Outcomes,
  ) {}

  of(plugin: AdmissionPlugin): Outcomes {
    let outcomes = this.ofPlugins.get(plugin);
    if (!outcomes) this.ofPlugins.set(plugin, (outcomes = this.make(plugin)));
    return outcomes;
  }
}

/** The clock of one step: plugins are timed from the end of the one before. */
export class StepTimer {
  private readonly started = performance.now();
  private last = this.started;

  constructor(private readonly outcomes: StepOutcomes) {}

  /** Notes that a plugin let the write pass. */
  passed(plugin: AdmissionPlugin): void {
    const now = performance.now();
    this.outcomes.of(plugin).pass((now - this.last) / 1000);
    this.last = now;
  }

  /** Notes that a plugin refused the write, which ends the step. */
  rejected(plugin: AdmissionPlugin): void {
    const now = performance.now();
    this.outcomes.of(plugin).reject((now - this.last) / 1000);
    this.outcomes.whole.reject((now - this.started) / 1000);
  }

  /** Notes that all plugins let the write pass. */
  end(): void {
    this.outcomes.whole.pass((performance.now() - this.started) / 1000);
  }
}
