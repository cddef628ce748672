import { MetricsRegistry } from '../observability/index.js';
import { mergeMetrics, parseMetrics, serializeMetrics, withoutGauges } from './metric-sums.js';
import type { WorkerProcess } from './worker-process.js';

/** The metrics of all processes: those of workers that run, of those that have ended, and of the first process. */
export class WholeMetrics {
  private readonly own = new MetricsRegistry();
  private readonly replacements = this.own
    .counter({ name: 'binnacle_worker_replacements_total', help: 'Number of workers that ended and were replaced.' })
    .labels();
  /** The counts of workers that have ended. */
  private former: Uint8Array | undefined;

  /** Counts a worker that ended unasked. */
  countReplacement(): void {
    this.replacements.increment();
  }

  /** Returns the metrics of all processes but one worker, in parts. */
  async othersOf(asking: WorkerProcess, workers: Iterable<WorkerProcess>): Promise<Uint8Array[]> {
    const others = [...workers].filter((worker) => worker !== asking && worker.isReady);
    const [own, ...collected] = await Promise.all([
      this.own.collect().then(serializeMetrics),
      ...others.map((worker) => worker.collect()),
    ]);
    return [own, this.former, ...collected].filter((part) => part !== undefined);
  }

  /** Keeps what a worker that ended has counted, as far as that is known. */
  retire({ metrics }: Pick<WorkerProcess, 'metrics'>): void {
    if (!metrics) return;
    const counted = withoutGauges(parseMetrics(metrics));
    const parts = this.former ? [parseMetrics(this.former), counted] : [counted];
    this.former = serializeMetrics(mergeMetrics(parts));
  }

  /** Counts from nothing again, everywhere. */
  resetAll(workers: Iterable<WorkerProcess>): void {
    this.own.reset();
    this.former = undefined;
    for (const worker of workers) {
      worker.metrics = undefined;
      worker.reset();
    }
  }
}
