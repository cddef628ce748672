import { type StabilityLevel, hasMetric, inRelease, isHiddenIn } from './metric-releases.js';
import { MetricsRegistry } from './metrics-registry.js';

const RENAMED = {
  name: 'lists_total',
  help: 'Lists.',
  labels: ['group', 'resource', 'type'],
  releases: { labels: { group: { since: '1.34' }, type: { until: '1.33' } }, stability: { '1.36': 'BETA' } },
} as const;

describe('hasMetric()', () => {
  it.each([
    [{}, ['1.15', '1.34', '1.36']],
    [{ since: '1.34' }, ['1.34', '1.36']],
    [{ until: '1.33' }, ['1.15']],
    [{ since: '1.20', until: '1.34' }, ['1.34']],
  ])('finds a metric of %j in %j', (releases, having) => {
    expect(['1.15', '1.34', '1.36'].filter((release) => hasMetric(release, { releases }))).toEqual(having);
  });
});

describe('inRelease()', () => {
  it.each<[string, string[], StabilityLevel]>([
    ['1.33', ['', 'resource', 'type'], 'ALPHA'],
    ['1.34', ['group', 'resource', ''], 'ALPHA'],
    ['1.36', ['group', 'resource', ''], 'BETA'],
  ])('gives a metric the labels and the stability of %s', (release, labels, stability) => {
    expect(inRelease(release, RENAMED)).toMatchObject({ labels, stability });
  });
});

describe('isHiddenIn()', () => {
  it.each<[string, StabilityLevel, string, string]>([
    ['1.30.0', 'ALPHA', '1.30', '1.31'],
    ['1.30.0', 'STABLE', '1.30', '1.31'],
    ['1.34.0', 'BETA', '1.34', '1.35'],
    ['1.35.0', 'BETA', '1.35', '1.36'],
    ['1.34.0', 'STABLE', '1.36', '1.37'],
    ['1.35.0', 'ALPHA', '1.34', '1.35'],
  ])('shows a metric deprecated in %s that is %s until %s, and hides it in %s [DEP-26]', (...row) => {
    const [deprecatedSince, stability, last, next] = row;
    const isHidden = (release: string): boolean => isHiddenIn(release, { deprecatedSince, stability });
    expect([isHidden(last), isHidden(next)]).toEqual([false, true]);
  });
});

describe('MetricsRegistry of a release', () => {
  const textOf = async (release: string, showsHidden = false): Promise<string> => {
    const registry = new MetricsRegistry({ release, showsHidden, isWithoutProcess: true });
    registry.counter(RENAMED).labels('apps', 'deployments', 'deployments.apps').increment();
    registry.counter({ name: 'old_total', help: 'Old.', stability: 'BETA', deprecatedSince: '1.34.0' }).labels();
    registry.counter({ name: 'new_total', help: 'New.', releases: { since: '1.35' } }).labels();
    return registry.expose();
  };

  it('shows the labels that the release has', async () => {
    expect(await textOf('1.33')).toContain('\nlists_total{resource="deployments",type="deployments.apps"} 1\n');
    expect(await textOf('1.34')).toContain('\nlists_total{group="apps",resource="deployments"} 1\n');
  });

  it('marks a metric as deprecated from its release on, hides it later, and shows it on request [DEP-25, DEP-26]', async () => {
    const marked = '# HELP old_total [BETA] (Deprecated since 1.34.0) Old.';
    expect(await textOf('1.33')).toContain('# HELP old_total [BETA] Old.');
    expect(await textOf('1.34')).toContain(marked);
    expect(await textOf('1.35')).not.toContain('old_total');
    expect(await textOf('1.35', true)).toContain(marked);
  });

  it('has metrics from the release on that brings them [DEP-17]', async () => {
    expect([await textOf('1.34'), await textOf('1.35')].map((text) => text.includes('new_total'))).toEqual([
      false,
      true,
    ]);
  });
});
