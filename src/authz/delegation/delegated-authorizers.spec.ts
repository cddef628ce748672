import { attributesFor } from '../../../test/contract/authorizer.contract.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import { fixedConnection, PLAIN_TLS } from '../../outbound/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import type { InstrumentedAuthorizer } from '../instrumented.authorizer.js';
import { clusterAuthorizer } from './delegated-authorizers.js';

const SELECTING = attributesFor({ verb: 'list', name: '', fieldSelector: 'spec.nodeName=n' });

describe('clusterAuthorizer()', () => {
  let cluster: FakeWebhook;
  let clock: FakeClock;
  let registry: MetricsRegistry;
  const made: InstrumentedAuthorizer[] = [];

  beforeEach(async () => {
    [clock, registry] = [new FakeClock(), new MetricsRegistry({ isWithoutProcess: true })];
    cluster = await FakeWebhook.start();
    cluster.answerJson(() => ({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      status: { allowed: true },
    }));
  });
  afterEach(async () => {
    for (const each of made.splice(0)) each.close();
    await cluster.close();
  });

  function open(...gates: string[]): InstrumentedAuthorizer {
    const connection = fixedConnection({ server: cluster.url, tls: PLAIN_TLS, proxyUrl: '' });
    const options = {
      cluster: { authorizedTtl: 2000, unauthorizedTtl: 1000 },
      features: { enabled: (gate: string) => gates.includes(gate) },
    } as unknown as ApiServerOptions;
    const logger = createLogger({ isEnabled: false });
    const connections = { authentication: connection, authorization: connection, core: connection };
    const authorizer = clusterAuthorizer(connections, { options, clock, logger, metrics: registry });
    made.push(authorizer);
    return authorizer;
  }

  it('asks the cluster for ten seconds at most, and keeps its answer', async () => {
    const authorizer = open();
    for (let i = 0; i < 2; i++) expect((await authorizer.authorize(attributesFor())).verdict).toBe('Allow');
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews?timeout=10s';
    expect(cluster.asked.map(({ url }) => url)).toEqual([path]);
    clock.advance(2000);
    await authorizer.authorize(attributesFor());
    expect(cluster.asked).toHaveLength(2);
    expect(await registry.expose()).toContain(
      'apiserver_authorization_webhook_evaluations_total{name="cluster",result="success"} 2\n',
    );
  });

  it('has no opinion where the cluster rejects the review', async () => {
    cluster.answer = (_, response) => void response.writeHead(403).end();
    expect((await open().authorize(attributesFor())).verdict).toBe('NoOpinion');
  });

  it.each([
    [[], false],
    [['AuthorizeWithSelectors'], true],
  ])('with the feature gates %j, sends selectors: %s', async (gates, isSent) => {
    await open(...gates).authorize(SELECTING);
    expect(cluster.asked[0].body.includes('"fieldSelector"')).toBe(isSent);
  });
});
