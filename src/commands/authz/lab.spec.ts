import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, MetricsRegistry, SystemClock } from '../../observability/index.js';
import { KubeconfigSource, OutboundMetrics, ReviewClient } from '../../outbound/index.js';
import { kubeconfigFor, type Lab, startLab } from './lab.js';
import { readRules } from './lab-rules.js';

const RULES = `
- { user: ada, verb: get, resource: secrets, answer: Allow, reason: why not }
- { group: devs, namespace: prod, answer: Deny }
- { path: /metrics, answer: Allow }
`;

describe('startLab()', () => {
  let directory: string;
  let lab: Lab;
  let client: ReviewClient;
  const lines: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-lab-'));
    await writeFile(join(directory, 'rules.yaml'), RULES);
    const rules = await readRules(join(directory, 'rules.yaml'));
    lab = await startLab({ rules, port: 0, onReview: (line) => lines.push(line) });
    await writeFile(join(directory, 'kubeconfig'), kubeconfigFor(lab.url));
    const parts = { clock: new SystemClock(), logger: createLogger({ isEnabled: false }) };
    const source = await KubeconfigSource.open(join(directory, 'kubeconfig'), parts);
    const metrics = new OutboundMetrics(new MetricsRegistry());
    client = new ReviewClient(source, { clock: new SystemClock(), metrics, timeout: 60_000 });
  });

  afterAll(async () => {
    await client.close();
    await lab.close();
    await rm(directory, { recursive: true });
  });

  const resourceAttributes = { verb: 'get', resource: 'secrets' };

  it.each<[object, object]>([
    [
      { user: 'ada', resourceAttributes },
      { allowed: true, reason: 'why not' },
    ],
    [{ user: 'bob', resourceAttributes }, { allowed: false }],
    [
      { user: 'bob', groups: ['devs'], resourceAttributes: { ...resourceAttributes, namespace: 'prod' } },
      { allowed: false, denied: true },
    ],
    [
      { user: 'bob', group: ['devs'], resourceAttributes: { ...resourceAttributes, namespace: 'prod' } },
      { allowed: false, denied: true },
    ],
    [{ user: 'bob', nonResourceAttributes: { path: '/metrics', verb: 'get' } }, { allowed: true }],
  ])('answers %j by the first rule that fits, and shows it', async (spec, status) => {
    const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
    expect(await client.review(review)).toEqual({ apiVersion: review.apiVersion, kind: review.kind, status });
    expect(JSON.parse(lines.at(-1)!)).toEqual({ ...review, status });
  });

  it('refuses what is no review', async () => {
    await expect(client.review({ kind: 'Pod' })).rejects.toThrow('status code 400');
  });

  it('refuses rules that cannot be read', async () => {
    await writeFile(join(directory, 'wrong.yaml'), '- { usr: ada, answer: Perhaps }');
    await expect(readRules(join(directory, 'wrong.yaml'))).rejects.toThrow(
      'rules[0].usr: Invalid value: "usr": unknown field, rules[0].answer: Unsupported value: "Perhaps"',
    );
  });
});
