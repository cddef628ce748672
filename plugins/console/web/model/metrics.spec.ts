import { countOf, difference, quantile, readingOf, sumOf } from './metrics.js';
import { samplesOf, sinceStart } from './reading-series.js';

const bucket = (verb: string, le: string, value: number): string =>
  `apiserver_request_duration_seconds_bucket{component="apiserver",verb="${verb}",scope="resource",le="${le}"} ${value}\n`;
const BUCKETS = [
  ['GET', '0.1', 8],
  ['GET', '0.2', 10],
  ['GET', '+Inf', 10],
  ['WATCH', '+Inf', 99],
] as const;
const buckets = BUCKETS.map(([verb, le, value]) => bucket(verb, le, value)).join('');
const page = (ok: number, refused: number, failed: number): string => `${buckets}# HELP apiserver_request_total Requests
apiserver_request_total{code="200",component="",verb="GET"} ${ok}
apiserver_request_total{code="201",component="apiserver",dry_run="",verb="POST"} 0
apiserver_request_total{code="404",verb="GET"} ${refused}
apiserver_request_total{code="503",verb="GET"} ${failed}
apiserver_longrunning_requests{verb="WATCH",resource="pods"} 3
apiserver_longrunning_requests{verb="CONNECT",resource="pods"} 1
apiserver_storage_objects{resource="configmaps"} 53010
apiserver_storage_objects{resource="deployments.apps"} 3
apiserver_storage_size_bytes{storage_cluster_id="etcd-0"} 3.5790848e+07
process_start_time_seconds 1000
`;

describe('readingOf()', () => {
  it('reads requests, watches, objects and the store', () => {
    const reading = readingOf(page(7, 2, 1), 1_010_000);
    expect(reading).toMatchObject({ at: 1_010_000, startedAt: 1_000_000, watches: 3, storeBytes: 35_790_848 });
    expect([...reading.requests]).toEqual([
      [2, 7],
      [4, 2],
      [5, 1],
    ]);
    expect([...reading.objects]).toEqual([
      ['configmaps', 53_010],
      ['deployments.apps', 3],
    ]);
  });

  it('sums buckets by verb, without requests that last as long as their client wants', () => {
    const { latencies } = readingOf(buckets + buckets, 0);
    expect([...latencies.keys()]).toEqual(['GET']);
    expect(latencies.get('GET')).toEqual({ bounds: [0.1, 0.2, Infinity], counts: [16, 20, 20] });
  });

  it('has nothing of a page without these metrics', () => {
    expect(readingOf('up 1\n', 0)).toMatchObject({ startedAt: undefined, storeBytes: undefined, watches: 0 });
  });
});

describe('requests between readings', () => {
  it('are counted by the second', () => {
    const readings = [readingOf(page(7, 2, 1), 1_010_000), readingOf(page(27, 4, 2), 1_020_000)];
    expect(samplesOf(readings)).toEqual([
      { at: 1_020_000, perSecond: 2.3, refusedPerSecond: 0.2, failedPerSecond: 0.1, p50: undefined, p99: undefined },
    ]);
    expect(samplesOf(readings, { verb: 'GET' })[0].perSecond).toBe(0);
  });

  it('begin again after a start of the server', () => {
    const later = page(5, 0, 0).replace('seconds 1000', 'seconds 1015');
    const readings = [readingOf(page(70, 2, 1), 1_010_000), readingOf(later, 1_020_000)];
    expect(samplesOf(readings)[0]).toMatchObject({ perSecond: 0.5, refusedPerSecond: 0 });
  });

  it('are an average before there are two', () => {
    expect(sinceStart(readingOf(page(7, 2, 1), 1_010_000))).toMatchObject({ perSecond: 1, failedPerSecond: 0.1 });
    expect(sinceStart(readingOf('', 1))).toBeUndefined();
  });
});

describe('quantile()', () => {
  const histogram = { bounds: [0.1, 0.2, Infinity], counts: [8, 10, 10] };

  it.each<[number, number]>([
    [0.4, 0.05],
    [0.8, 0.1],
    [0.9, 0.15],
    [1, 0.2],
  ])('of %d is %d', (fraction, seconds) => {
    expect(quantile(histogram, fraction)).toBeCloseTo(seconds);
  });

  it('is the last finite bound for values above all bounds, and undefined without values', () => {
    expect(quantile({ bounds: [0.1, Infinity], counts: [0, 4] }, 0.5)).toBe(0.1);
    expect(quantile({ bounds: [0.1, Infinity], counts: [0, 0] }, 0.5)).toBeUndefined();
  });
});

describe('difference() and sumOf()', () => {
  const [before, after] = [
    { bounds: [1, Infinity], counts: [2, 3] },
    { bounds: [1, Infinity], counts: [4, 9] },
  ];

  it('has the values since another reading', () => {
    expect(difference(after, before)).toEqual({ bounds: [1, Infinity], counts: [2, 6] });
    expect(difference(after, undefined)).toBe(after);
    expect(difference(before, after)).toBe(before);
    expect(countOf(difference(after, before))).toBe(6);
  });

  it('adds histograms', () => {
    expect(sumOf([before, after])).toEqual({ bounds: [1, Infinity], counts: [6, 12] });
  });
});
