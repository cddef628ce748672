import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { load } from 'js-yaml';
import { MetricsRegistry } from '../../src/observability/index.js';
import { usedMetrics } from '../support/metric-names.js';
import { type RegisteredMetric, metricsPage } from '../support/reference/metrics-page.js';
import { writtenPage } from '../support/reference/written-page.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const read = (...path: string[]): string => readFileSync(join(DOCS, ...path), 'utf8');

interface Served {
  readonly name: string;
  readonly type: string;
  readonly stability: string;
  readonly labels: readonly string[];
}

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

const { groups } = load(read('operations', 'prometheus-rules.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('operations', 'grafana-dashboard.json')) as {
  templating: { list: { definition?: string }[] };
  panels: { title: string; targets?: { expr: string }[] }[];
};

const expressions: [string, string][] = [
  ...rules.map(({ record, alert, expr }): [string, string] => [record ?? alert!, expr]),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
  ...dashboard.templating.list.flatMap(({ definition }): [string, string][] =>
    definition === undefined ? [] : [['a variable', definition]],
  ),
];

/** Labels that Prometheus adds to everything it scrapes. */
const OF_TARGETS = ['job', 'instance'];

let served: Map<string, Served>;
let registered: RegisteredMetric[];
let server: TestServer;

beforeAll(async () => {
  const spy = jest.spyOn(MetricsRegistry.prototype, 'expose');
  server = await startTestServer({ authorization: { modes: ['Node', 'RBAC'] } });
  await callWebhook();
  const { text } = await server.client.get('/metrics');
  const registry = spy.mock.contexts[0] as MetricsRegistry;
  registered = registry.definitions();
  const own = registered.map(({ definition: { name, stability = 'ALPHA', labels = [] }, type }) => {
    return { name, type, stability, labels: [...labels].sort() };
  });
  const ofProcess = [...text.matchAll(/^# TYPE ((?:process|nodejs)_\S+) (\S+)$/gm)].map(([, name, type]) => {
    return { name, type, stability: '', labels: [] };
  });
  served = new Map([...ofProcess, ...own].map((metric) => [metric.name, metric]));
  spy.mockRestore();
});

afterAll(() => server.close());

/** The metrics of webhooks are defined by the first one. */
async function callWebhook(): Promise<void> {
  const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
  const webhook = { name: 'none.example.com', clientConfig: { url: 'https://127.0.0.1:1/' }, rules };
  const behaviour = { failurePolicy: 'Ignore', sideEffects: 'None', admissionReviewVersions: ['v1'] };
  const webhooks = [{ ...webhook, ...behaviour, timeoutSeconds: 1 }];
  await server.client.post(configurations, { metadata: { name: 'none' }, webhooks });
  await eventually(async () => {
    await server.client.post('/api/v1/namespaces/default/configmaps', { metadata: { generateName: 'a' } });
    const { text } = await server.client.get('/metrics');
    expect(text).toContain('apiserver_admission_webhook_fail_open_count');
  });
}

function labelsOfSeries(series: string): readonly string[] | undefined {
  const metric = served.get(series);
  if (metric) return metric.type === 'histogram' ? undefined : metric.labels;
  const histogram = served.get(series.replace(/_(?:bucket|sum|count)$/, ''));
  if (histogram?.type === 'histogram') return [...histogram.labels, ...(series.endsWith('_bucket') ? ['le'] : [])];
  const recorded = rules.filter(({ record }) => record === series);
  if (recorded.length === 0) return undefined;
  return recorded.flatMap(({ expr, labels = {} }) => [...usedMetrics(expr).labels, ...Object.keys(labels)]);
}

describe('dashboard and rules', () => {
  it.each(expressions)('%s uses metrics and labels that are served: %s', (_name, expression) => {
    const { series, labels } = usedMetrics(expression);
    expect(series).not.toEqual([]);
    expect(series.filter((each) => labelsOfSeries(each) === undefined)).toEqual([]);
    const known = new Set([...OF_TARGETS, ...series.flatMap((each) => labelsOfSeries(each) ?? [])]);
    expect(labels.filter((label) => !known.has(label))).toEqual([]);
  });
});

describe('The pages of metrics', () => {
  const withReasons = read('metrics.md')
    .split('\n')
    .filter((line) => /^\| `?[a-z]+_/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );

  it('list every metric that is served, with type, stability, labels and meaning', () => {
    const page = metricsPage(registered);
    expect(writtenPage('metrics', page)).toBe(page);
    expect(page).toMatch(/^\| apiserver_audit_level_total \| counter \| ALPHA \| level \| \S/m);
  });

  it('give a reason only for metrics that are not served', () => {
    const names = withReasons.flatMap(([cell]) => cell.split(', '));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => served.has(name))).toEqual([]);
    expect(withReasons.filter(([, reason]) => reason === '')).toEqual([]);
  });
});
