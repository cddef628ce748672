import { createLogger, MetricsRegistry } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { WorkQueue } from './work-queue.js';
import { WorkQueueMetrics } from './work-queue-metrics.js';

describe('WorkQueueMetrics', () => {
  it('measures a queue by its name', async () => {
    const registry = new MetricsRegistry({ isWithoutProcess: true });
    const meter = WorkQueueMetrics.in(registry).of('tide');
    const read = async (): Promise<string[]> => (await registry.expose()).split('\n');
    let lines: string[] = [];
    let failures = 1;
    const process = async (): Promise<void> => {
      lines = await read();
      if (failures-- > 0) throw new Error('not yet');
    };
    const [clock, logger] = [new FakeClock(), createLogger({ isEnabled: false })];
    const queue = new WorkQueue({ name: 'tide', process, clock, logger, pace: 'stepped', meter });
    queue.add('a');
    queue.add('a');
    expect(await read()).toEqual(
      expect.arrayContaining(['workqueue_adds_total{name="tide"} 1', 'workqueue_depth{name="tide"} 1']),
    );
    await queue.step();
    expect(lines).toContain('workqueue_depth{name="tide"} 0');
    expect(lines.find((line) => line.startsWith('workqueue_unfinished_work_seconds{name="tide"}'))).not.toMatch(/ 0$/);
    await queue.step();
    expect(await read()).toEqual(
      expect.arrayContaining([
        'workqueue_adds_total{name="tide"} 2',
        'workqueue_retries_total{name="tide"} 1',
        'workqueue_queue_duration_seconds_count{name="tide"} 2',
        'workqueue_work_duration_seconds_count{name="tide"} 2',
        'workqueue_unfinished_work_seconds{name="tide"} 0',
        'workqueue_longest_running_processor_seconds{name="tide"} 0',
      ]),
    );
  });
});
