import { createLogger } from './logger.js';
import { readAllowedLabels } from './metric-settings.js';
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
    [{ release: '1.27' }, true],
    [{ release: '1.28' }, false],
    [{ release: '1.28', showsHidden: true }, true],
    [{ release: '1.27', disabled: ['old_total'] }, false],
    [{ release: '1.28', showsHidden: true, disabled: ['old_total'] }, false],
  ])('hides a metric from the release after its deprecation on: %j [DEP-25, DEP-26]', async (settings, isShown) => {
    const registry = new MetricsRegistry(settings);
    registry.counter({ name: 'old_total', help: 'Old.', deprecatedSince: '1.27.0' }).labels();
    expect((await registry.expose()).includes('# HELP old_total [ALPHA] (Deprecated since 1.27.0) Old.')).toBe(isShown);
  });

  it('serves the values of a metric under former names, with the labels that those have [DEP-17]', async () => {
    const registry = new MetricsRegistry({ release: '1.32', showsHidden: true });
    const reload = { name: 'good_total', deprecatedSince: '1.30.0', only: { status: 'good' } };
    const reloads = registry.counter({ name: 'reloads_total', help: 'R.', labels: ['id', 'status'], former: [reload] });
    reloads.labels('1', 'good').increment(3);
    reloads.labels('1', 'bad').increment(4);
    const former = [{ name: 'time_slo', deprecatedSince: '1.31.0' }];
    registry
      .histogram({ name: 'time_sli', help: 'T.', stability: 'BETA', buckets: [1], former })
      .labels()
      .observe(0.5);
    const lines = (await registry.expose()).split('\n').filter((line) => /good_total|time_slo/.test(line));
    expect(lines).toEqual([
      '# HELP good_total [ALPHA] (Deprecated since 1.30.0) R.',
      '# TYPE good_total counter',
      'good_total{id="1"} 3',
      '# HELP time_slo [ALPHA] (Deprecated since 1.31.0) T.',
      '# TYPE time_slo histogram',
      'time_slo_bucket{le="1"} 1',
      'time_slo_bucket{le="+Inf"} 1',
      'time_slo_sum 0.5',
      'time_slo_count 1',
    ]);
    expect(await new MetricsRegistry({ release: '1.32' }).expose()).not.toContain('Deprecated');
  });

  it('leaves out metrics without samples', async () => {
    const registry = new MetricsRegistry();
    registry.counter({ name: 'a_total', help: 'Things.', labels: ['kind'] });
    expect(await registry.expose()).not.toContain('a_total');
  });

  it('disables a metric of the process by its name', async () => {
    expect(await new MetricsRegistry({ disabled: ['process_open_fds'] }).expose()).not.toContain('process_open_fds');
  });

  it('counts registered, hidden and disabled metrics', async () => {
    const registry = new MetricsRegistry({ release: '1.32', disabled: ['b_total', 'unknown_total'] });
    registry.counter({ name: 'a_total', help: 'A.', stability: 'STABLE' });
    registry.observed({ name: 'b_total', help: 'B.' }, 'counter', () => [{ labels: {}, value: 1 }]);
    registry.counter({ name: 'c_total', help: 'C.', deprecatedSince: '1.31.0' });
    registry.counter({ name: 'd_total', help: 'D.', deprecatedSince: '1.32.0' });
    const text = await registry.expose();
    expect(text).toContain('\ndisabled_metrics_total 2\n');
    expect(text).toContain('\nhidden_metrics_total 1\n');
    expect(text).toContain('registered_metrics_total{stability_level="STABLE",deprecated_version=""} 1\n');
    expect(text).toContain('registered_metrics_total{stability_level="ALPHA",deprecated_version="1.32.0"} 1\n');
  });

  it('replaces label values that are not allowed', async () => {
    const allowedLabels = readAllowedLabels({ 'a_total,kind': 'x,y' });
    const counter = new MetricsRegistry({ allowedLabels });
    const family = counter.counter({ name: 'a_total', help: 'A.', labels: ['kind', 'size'] });
    for (const kind of ['x', 'p', 'q']) family.labels(kind, 'large').increment();
    const text = await counter.expose();
    expect(text).toContain('a_total{kind="x",size="large"} 1\na_total{kind="unexpected",size="large"} 2\n');
    expect(text).toContain('cardinality_enforcement_unexpected_categorizations_total 2\n');
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
