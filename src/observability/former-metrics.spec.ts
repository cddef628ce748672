import { MetricsRegistry } from './metrics-registry.js';

const RENAMED = {
  name: 'bodies_bytes',
  help: 'Bodies.',
  labels: ['verb'],
  releases: { since: '1.29' },
  former: [
    { name: 'body_sizes', releases: { since: '1.21', until: '1.28' } },
    { name: 'body_gauge', deprecatedSince: '1.23.0', releases: { until: '1.24' } },
  ],
} as const;

async function namesIn(release: string, showsHidden: boolean): Promise<string[]> {
  const registry = new MetricsRegistry({ release, showsHidden, isWithoutProcess: true });
  registry.gauge(RENAMED).labels('create').set(1);
  return [...(await registry.expose()).matchAll(/^(\w+)\{verb="create"\} 1$/gm)].map(([, name]) => name).sort();
}

describe('former names of a metric', () => {
  it.each<[release: string, shown: string[], withHidden: string[]]>([
    ['1.20', ['body_gauge'], ['body_gauge']],
    ['1.21', ['body_gauge', 'body_sizes'], ['body_gauge', 'body_sizes']],
    ['1.23', ['body_gauge', 'body_sizes'], ['body_gauge', 'body_sizes']],
    ['1.24', ['body_sizes'], ['body_gauge', 'body_sizes']],
    ['1.28', ['body_sizes'], ['body_sizes']],
    ['1.29', ['bodies_bytes'], ['bodies_bytes']],
  ])(
    'are served in %s while the release has them, and not after they are deprecated [DEP-25, DEP-26]',
    async (...row) => {
      const [release, shown, withHidden] = row;
      expect([await namesIn(release, false), await namesIn(release, true)]).toEqual([shown, withHidden]);
    },
  );
});
