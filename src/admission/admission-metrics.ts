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
  private readonly ofSteps = new Map<string, Outcomes>();
  private readonly ofPlugins = new WeakMap<AdmissionPlugin, Map<string, Outcomes>>();

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
    const of = (plugin: AdmissionPlugin): Outcomes => this.ofPlugin(plugin, step, operation);
    return new StepTimer(of, this.ofStep(step, operation));
  }

  private ofStep(step: AdmissionStep, operation: AdmissionOperation): Outcomes {
    return remembered(this.ofSteps, step + operation, (rejected) => this.steps.labels(operation, rejected, step));
  }

  private ofPlugin(plugin: AdmissionPlugin, step: AdmissionStep, operation: AdmissionOperation): Outcomes {
    let known = this.ofPlugins.get(plugin);
    if (!known) this.ofPlugins.set(plugin, (known = new Map<string, Outcomes>()));
    return remembered(known, step + operation, (rejected) =>
      this.controllers.labels(plugin.name, operation, rejected, step),
    );
  }
}

/** The clock of one step: plugins are timed from the end of the one before. */
export class StepTimer {
  private readonly started = performance.now();
  private last = this.started;

  constructor(
    private readonly of: (plugin: AdmissionPlugin) => Outcomes,
    private readonly step: Outcomes,
  ) {}

  /** Notes that a plugin let the write pass. */
  passed(plugin: AdmissionPlugin): void {
    const now = performance.now();
    this.of(plugin).pass((now - this.last) / 1000);
    this.last = now;
  }

  /** Notes that a plugin refused the write, which ends the step. */
  rejected(plugin: AdmissionPlugin): void {
    const now = performance.now();
    this.of(plugin).reject((now - this.last) / 1000);
    this.step.reject((now - this.started) / 1000);
  }

  /** Notes that all plugins let the write pass. */
  end(): void {
    this.step.pass((performance.now() - this.started) / 1000);
  }
}

function remembered(
  known: Map<string, Outcomes>,
  key: string,
  bind: (rejected: 'true' | 'false') => HistogramChild,
): Outcomes {
  let outcomes = known.get(key);
  if (!outcomes) known.set(key, (outcomes = new Outcomes(bind)));
  return outcomes;
}
