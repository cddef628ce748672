import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import { PLAIN_TLS, fixedConnection } from '../../outbound/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { ClientAuthorities } from '../certificates/client-authorities.js';
import { FrontProxies } from '../certificates/front-proxies.js';
import type { Authenticators } from '../create-authenticators.js';
import { delegatedAuthenticators } from './delegated-authenticators.js';

describe('delegatedAuthenticators()', () => {
  let cluster: FakeWebhook;
  let made: Authenticators;

  beforeEach(async () => {
    const [clock, logger] = [new FakeClock(), createLogger({ destination: { write: () => {} } })];
    cluster = await FakeWebhook.start();
    const connection = fixedConnection({ server: cluster.url, tls: PLAIN_TLS, proxyUrl: '' });
    made = delegatedAuthenticators(
      { authentication: connection, authorization: connection, core: connection },
      {
        authorities: await ClientAuthorities.open({ clientCaFile: '', requestHeaderClientCaFile: '', clock, logger }),
        proxies: new FrontProxies(),
        clock,
        logger,
        metrics: new MetricsRegistry(),
        options: { cluster: { tokenCacheTtl: 10_000 } } as unknown as ApiServerOptions,
      },
    );
  });
  afterEach(async () => {
    made.close();
    await cluster.close();
  });

  it('has tokens reviewed by the cluster, for whatever audiences it accepts', async () => {
    cluster.answerJson(() => ({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      status: { authenticated: true, user: { username: 'ann' } },
    }));
    const request = { headers: { authorization: 'Bearer abc' }, path: '/x' };
    const found = await Promise.all(made.members.map(async (member) => member.authenticate(request)));
    expect(found.filter((each) => each !== undefined)).toMatchObject([{ user: { name: 'ann' } }]);
    expect(cluster.asked.map(({ url }) => url)).toEqual(['/apis/authentication.k8s.io/v1/tokenreviews?timeout=10s']);
    expect(JSON.parse(cluster.asked[0].body)).toMatchObject({ spec: { token: 'abc' } });
  });

  it('takes a request without credentials for an anonymous one', async () => {
    const found = await made.fallback!.authenticate({ headers: {}, path: '/x' });
    expect(found).toMatchObject({ user: { name: 'system:anonymous' }, audiences: [] });
  });
});
