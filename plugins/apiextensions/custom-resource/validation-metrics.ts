import { Inject, Injectable } from '@nestjs/common';
import { MetricsRegistry } from '../../../src/plugin-api/index.js';

/** The buckets of client libraries where nothing else is said, in seconds. */
const DEFAULT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** From 0.01 ms on, each four times the one before. */
const RATCHETING_BUCKETS = Array.from({ length: 10 }, (_, i) => 4 ** i / 100_000);

/** The releases that have rules in schemas. */
const OF_RULES = { since: '1.23', stability: { '1.29': 'BETA' } } as const;

/** Takes the times that something takes, in seconds. */
interface SecondsObserver {
  observe(seconds: number): void;
}

/** Times the parts of the validation of custom resources, by the reference's names; all in seconds. */
@Injectable()
export class ValidationMetrics {
  /** Compilations of the rules of a schema, at one place of it. */
  readonly compilations: SecondsObserver;
  /** Evaluations of the rules of a value and everything in it. */
  readonly evaluations: SecondsObserver;
  /** Comparisons of an object with the stored one, of each update. */
  readonly ratcheting: SecondsObserver;

  constructor(@Inject(MetricsRegistry) registry: MetricsRegistry) {
    const timed = (name: string, help: string): SecondsObserver =>
      registry.histogram({ name, help, releases: OF_RULES, buckets: DEFAULT_BUCKETS }).labels();
    this.compilations = timed('apiserver_cel_compilation_duration_seconds', 'Time to compile rules, in seconds.');
    this.evaluations = timed('apiserver_cel_evaluation_duration_seconds', 'Time to evaluate rules, in seconds.');
    this.ratcheting = registry
      .histogram({
        name: 'apiextensions_apiserver_validation_ratcheting_seconds',
        help: 'Time to compare a custom resource with the stored one on an update, in seconds.',
        buckets: RATCHETING_BUCKETS,
        releases: { since: '1.29' },
      })
      .labels();
  }
}
