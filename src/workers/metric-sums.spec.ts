import type { ExposedMetric } from '../observability/index.js';
import { mergeMetrics, parseMetrics, serializeMetrics, withoutGauges } from './metric-sums.js';

const metric = (name: string, type: string, ...values: [labels: Record<string, string>, value: number][]) =>
  ({ name, help: '', type, samples: values.map(([labels, value]) => ({ labels, value })) }) satisfies ExposedMetric;

const valuesOf = (metrics: readonly ExposedMetric[], name: string): number[] | undefined =>
  metrics.find((each) => each.name === name)?.samples.map(({ value }) => value);

describe('mergeMetrics()', () => {
  it('adds counters by their labels, whatever the order of these', () => {
    const merged = mergeMetrics([
      [metric('requests_total', 'counter', [{ verb: 'get', code: '200' }, 3], [{ verb: 'list', code: '200' }, 1])],
      [metric('requests_total', 'counter', [{ code: '200', verb: 'get' }, 4])],
    ]);
    expect(valuesOf(merged, 'requests_total')).toEqual([7, 1]);
  });

  it('adds buckets, sums and counts of histograms', () => {
    const histogram = (value: number): ExposedMetric => ({
      name: 'seconds',
      help: '',
      type: 'histogram',
      samples: [
        { metricName: 'seconds_bucket', labels: { le: '+Inf' }, value },
        { metricName: 'seconds_sum', labels: {}, value: value / 2 },
        { metricName: 'seconds_count', labels: {}, value },
      ],
    });
    expect(valuesOf(mergeMetrics([[histogram(4)], [histogram(6)]]), 'seconds')).toEqual([10, 5, 10]);
  });

  it.each([
    ['apiserver_current_inflight_requests', 7],
    ['process_resident_memory_bytes', 7],
    ['apiserver_storage_objects', 4],
    ['apiserver_storage_size_bytes', 4],
    ['apiserver_storage_db_total_size_in_bytes', 4],
    ['kubernetes_build_info', 4],
    ['process_start_time_seconds', 4],
  ])('merges the gauge %s to %d of 3 and 4', (name, expected) => {
    const parts = [3, 4].map((value) => [metric(name, 'gauge', [{}, value])]);
    expect(valuesOf(mergeMetrics(parts), name)).toEqual([expected]);
  });

  it('takes the largest of quantiles', () => {
    const parts = [3, 4].map((value) => [metric('wait', 'summary', [{ quantile: '0.9' }, value])]);
    expect(valuesOf(mergeMetrics(parts), 'wait')).toEqual([4]);
  });
});

describe('withoutGauges()', () => {
  it('leaves what was counted', () => {
    const left = withoutGauges([
      metric('requests_total', 'counter', [{}, 1]),
      metric('inflight', 'gauge', [{}, 1]),
      metric('wait', 'summary', [{ quantile: '0.9' }, 1]),
    ]);
    expect(left.map(({ name, samples }) => [name, samples.length])).toEqual([
      ['requests_total', 1],
      ['wait', 0],
    ]);
  });
});

describe('serializeMetrics()', () => {
  it('keeps numbers that JSON has not', () => {
    const metrics = [metric('wait', 'summary', [{ quantile: '0.9' }, NaN], [{ quantile: '1' }, Infinity])];
    expect(parseMetrics(serializeMetrics(metrics))).toEqual(metrics);
  });
});
