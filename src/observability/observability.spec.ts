import { createLogger } from './logger.js';
import { MetricsRegistry } from './metrics-registry.js';
import { NestLogger } from './nest-logger.js';
import { RequestMetrics } from './request-metrics.js';

const LIST_PODS = { verb: 'LIST', group: '', version: 'v1', resource: 'pods', subresource: '', scope: 'namespace' };

describe('MetricsRegistry', () => {
  it('exposes counters, gauges and histograms with their stability [DEP-17]', async () => {
    const registry = new MetricsRegistry();
    registry
      .counter({ name: 'a_total', help: 'Things.', stability: 'STABLE', labels: ['kind'] })
      .labels('x"y')
      .increment(2);
    registry
      .histogram({ name: 'b_seconds', help: 'Times.', buckets: [0.1, 1] })
      .labels()
      .observe(0.5);
    registry.observed({ name: 'c', help: 'Read late.' }, 'gauge', () => [{ labels: {}, value: 7 }]);
    const text = await registry.expose();
    expect(text).toContain('# HELP a_total [STABLE] Things.\n# TYPE a_total counter\na_total{kind="x\\"y"} 2\n');
    expect(text).toContain('b_seconds_bucket{le="0.1"} 0\nb_seconds_bucket{le="1"} 1\nb_seconds_bucket{le="+Inf"} 1\n');
    expect(text).toContain('b_seconds_sum 0.5\nb_seconds_count 1\n');
    expect(text).toContain('\nc 7\n');
    expect(text).toContain('process_start_time_seconds');
  });

  it('gives the same family for the same name', () => {
    const registry = new MetricsRegistry();
    const definition = { name: 'a_total', help: 'Things.' };
    expect(registry.counter(definition)).toBe(registry.counter(definition));
    expect(() => registry.gauge(definition)).toThrow('metric a_total is already a counter');
  });

  it.each([
    [{ release: '1.29' }, true],
    [{ release: '1.30' }, false],
    [{ release: '1.30', showsHidden: true }, true],
  ])('hides a metric three releases after its deprecation: %p [DEP-25, DEP-26]', async (settings, isShown) => {
    const registry = new MetricsRegistry(settings);
    registry.counter({ name: 'old_total', help: 'Old.', deprecatedFrom: '1.27' }).labels();
    expect((await registry.expose()).includes('# HELP old_total [ALPHA] (Deprecated from 1.27) Old.')).toBe(isShown);
  });
});

describe('RequestMetrics', () => {
  it('counts a request', async () => {
    const registry = new MetricsRegistry();
    const bound = new RequestMetrics(registry).bind(LIST_PODS);
    bound.observe({ code: 200, seconds: 0.01, responseBytes: 5000 });
    bound.longRunning.increment();
    const text = await registry.expose();
    const labels =
      'component="apiserver",group="",resource="pods",scope="namespace",subresource="",verb="LIST",version="v1"';
    expect(text).toContain(`apiserver_request_total{code="200",${labels.replace(',', ',dry_run="",')}} 1`);
    expect(text).toContain(`apiserver_response_sizes_bucket{${labels},le="10000"} 1`);
    expect(text).toContain(`apiserver_longrunning_requests{${labels}} 1`);
  });
});

describe('Logger', () => {
  function capture(verbosity: number) {
    const lines: string[] = [];
    return { lines, logger: createLogger({ verbosity, destination: { write: (line) => void lines.push(line) } }) };
  }

  it('writes JSON lines and masks secrets', () => {
    const { lines, logger } = capture(0);
    logger.with({ area: 'x' }).warn('careful', { token: 'abc', request: { headers: { authorization: 'Bearer abc' } } });
    expect(JSON.parse(lines[0])).toMatchObject({ level: 'warn', area: 'x', msg: 'careful', token: '[masked]' });
    expect(lines[0]).not.toContain('abc');
  });

  it('writes details up to the verbosity', () => {
    const { lines, logger } = capture(2);
    logger.verbose(2, 'shown');
    logger.verbose(3, 'hidden');
    new NestLogger(logger).log('Nest starts', 'NestFactory');
    new NestLogger(logger).error(new Error('bad'), 'stack', 'Context');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['shown', 'bad']);
  });
});
