import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributesFor } from '../../test/contract/authorizer.contract.js';
import { eventually } from '../../test/support/eventually.js';
import { FakeWebhook, kubeconfigOf } from '../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry } from '../observability/index.js';
import { FakeClock } from '../testing/fake-clock.js';
import { AuthorizerFactory } from './authorizer-factory.js';
import type { AuthorizerConfiguration } from './configuration/authorization-configuration.js';
import { WebhookAuthorizer } from './webhook/webhook.authorizer.js';

const KUBECONFIG = JSON.stringify({
  'current-context': 'c',
  contexts: [{ name: 'c', context: { cluster: 'c' } }],
  clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
});
const V1 = 'authorization.k8s.io/v1';
const POLICY = JSON.stringify({
  apiVersion: 'abac.authorization.kubernetes.io/v1beta1',
  kind: 'Policy',
  spec: { user: 'alice', namespace: '*', resource: '*', apiGroup: '*' },
});

describe('AuthorizerFactory', () => {
  let directory: string;
  let clock: FakeClock;
  let metrics: MetricsRegistry;
  let closed: string[];
  const { close } = WebhookAuthorizer.prototype;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-authz-'));
    await writeFile(join(directory, 'kubeconfig'), KUBECONFIG);
    [clock, closed, metrics] = [new FakeClock(), [], new MetricsRegistry()];
    WebhookAuthorizer.prototype.close = function () {
      closed.push((this as unknown as { parts: { name: string } }).parts.name);
      close.call(this);
    };
  });
  afterEach(async () => {
    WebhookAuthorizer.prototype.close = close;
    await rm(directory, { recursive: true });
  });

  const factoryOf = (policyFile = ''): AuthorizerFactory =>
    new AuthorizerFactory({
      ...{ clock, metrics, logger: createLogger({ isEnabled: false }) },
      ...{ objects: { follow: () => () => {} }, release: '1.32', isEnabled: () => false, policyFile },
    });

  const webhookOf = (name: string, timeout = 1000, ...expressions: string[]): AuthorizerConfiguration => ({
    ...{ type: 'Webhook', name },
    webhook: {
      ...{ authorizedTtl: 0, unauthorizedTtl: 0, timeout, reviewVersion: 'v1', failurePolicy: 'Deny' },
      kubeConfigFile: join(directory, 'kubeconfig'),
      matchConditions: expressions.map((expression) => ({ expression })),
    },
  });

  it('keeps webhooks whose configuration is the same, and closes the others', async () => {
    const factory = factoryOf();
    const innerOf = async (...configurations: AuthorizerConfiguration[]): Promise<object[]> =>
      (await factory.make(configurations)).map(({ inner }) => inner);
    const [a, b] = await innerOf(webhookOf('a'), webhookOf('b'));
    const [otherB, sameA] = await innerOf(webhookOf('b', 2000), webhookOf('a'));
    expect([sameA === a, otherB === b, closed]).toEqual([true, false, ['b']]);
    expect((await innerOf(webhookOf('b', 2000)))[0]).toBe(otherB);
    expect(closed).toEqual(['b', 'a']);
    factory.close();
    expect(closed).toEqual(['b', 'a', 'b']);
  });

  it('makes others once, under their types and names', async () => {
    const factory = factoryOf();
    const make = () =>
      factory.make([
        { type: 'AlwaysAllow', name: 'all' },
        { type: 'RBAC', name: 'r' },
      ]);
    const [first, second] = [await make(), await make()];
    expect(second.map(({ inner }) => inner)).toEqual(first.map(({ inner }) => inner));
    expect(second[1].inner).toBe(first[1].inner);
    expect(first.map(({ type, name }) => [type, name])).toEqual([
      ['AlwaysAllow', 'all'],
      ['RBAC', 'r'],
    ]);
    factory.close();
  });

  it('changes nothing where one cannot be made', async () => {
    const factory = factoryOf();
    const [{ inner }] = await factory.make([webhookOf('a')]);
    const broken = webhookOf('b', 1000, 'request.user ==');
    await expect(factory.make([broken])).rejects.toThrow(/^authorizers\[0\]\.\S*matchConditions\[0\]\.expression/);
    await expect(factory.make([webhookOf('a'), webhookOf('c', 1, '1 + 1')])).rejects.toThrow('authorizers[1]');
    expect((await factory.make([webhookOf('a')]))[0].inner).toBe(inner);
    expect(closed).toEqual([]);
    // The webhook that was made before the fault is closed.
    await expect(factory.make([webhookOf('a'), webhookOf('d'), broken])).rejects.toThrow('authorizers[2]');
    expect(closed).toEqual(['d']);
    factory.close();
  });

  it('counts the requests of webhooks', async () => {
    const server = await FakeWebhook.start();
    server.answerJson(() => ({ apiVersion: V1, kind: 'SubjectAccessReview', status: { allowed: true } }));
    await writeFile(join(directory, 'kubeconfig'), kubeconfigOf(server.url));
    const factory = factoryOf();
    const [webhook] = await factory.make([webhookOf('a')]);
    expect(await webhook.authorize(attributesFor())).toMatchObject({ verdict: 'Allow' });
    const host = server.url.replace('http://', '');
    const labels = `code="200",host="${host}",method="POST"`;
    expect(await metrics.expose()).toContain(`rest_client_requests_total{${labels}} 1\n`);
    factory.close();
    await server.close();
  });

  it('takes match conditions that the release before understands', async () => {
    const factory = factoryOf();
    const former = "format.dns1123Label().validate(request.user).orValue(['']).size() == 1";
    await expect(factory.make([webhookOf('a', 1000, former)])).resolves.toHaveLength(1);
    const newest = "request.groups.all(i, group, group != 'x')";
    await expect(factory.make([webhookOf('b', 1000, newest)])).rejects.toThrow('matchConditions[0].expression');
    factory.close();
  });

  it('takes match conditions that are right', async () => {
    const factory = factoryOf();
    const [{ inner }] = await factory.make([webhookOf('a', 1000, "request.user == 'nobody'")]);
    const explained = await inner.explain!(attributesFor());
    expect(explained).toEqual({ decision: { verdict: 'NoOpinion', reason: '' }, isExcluded: true });
    factory.close();
  });

  it('reads policies from the file that the flag names', async () => {
    const path = join(directory, 'policy');
    await expect(factoryOf().make([{ type: 'ABAC', name: 'abac' }])).rejects.toThrow(
      'authorizer type ABAC needs --authorization-policy-file',
    );
    await expect(factoryOf(path).make([{ type: 'ABAC', name: 'abac' }])).rejects.toThrow(
      `error reading policy file ${path}, `,
    );
    await writeFile(path, POLICY);
    const factory = factoryOf(path);
    const [abac] = await factory.make([{ type: 'ABAC', name: 'abac' }]);
    const bob = attributesFor({ user: { name: 'bob', groups: [] } });
    const verdicts = [abac.authorize(attributesFor()), abac.authorize(bob)];
    expect(verdicts).toMatchObject([{ verdict: 'Allow' }, { verdict: 'NoOpinion' }]);
    await writeFile(path, POLICY.replace('alice', 'bob'));
    clock.advance(60_000);
    await eventually(async () => expect(abac.authorize(bob)).toMatchObject({ verdict: 'Allow' }));
    factory.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
