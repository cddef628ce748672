import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributesFor } from '../../../test/contract/authorizer.contract.js';
import { describeWebhookCaller } from '../../../test/contract/webhook-caller.contract.js';
import { kubeconfigOf } from '../../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry, SystemClock } from '../../observability/index.js';
import { KubeconfigSource, OutboundMetrics, ReviewClient } from '../../outbound/index.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookAuthorizer } from './webhook.authorizer.js';

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'binnacle-webhook-'))));
afterAll(() => rm(directory, { recursive: true }));

describeWebhookCaller('WebhookAuthorizer', {
  open: async (server) => {
    const path = join(directory, 'kubeconfig');
    await writeFile(path, kubeconfigOf(server));
    const [clock, logger, registry] = [new SystemClock(), createLogger({ isEnabled: false }), new MetricsRegistry()];
    const backoff = { duration: 1, factor: 1, jitter: 0, steps: 5 };
    const source = await KubeconfigSource.open(path, { clock, logger });
    const authorizer = new WebhookAuthorizer({
      name: 'w',
      configuration: { authorizedTtl: 60_000, unauthorizedTtl: 60_000, reviewVersion: 'v1', failurePolicy: 'Deny' },
      reviewer: new ReviewClient(source, { clock, timeout: 200, metrics: new OutboundMetrics(registry), backoff }),
      clock,
      logger,
      metrics: new WebhookMetrics(registry),
      tellsSelectors: true,
    });
    return { ask: async () => authorizer.authorize(attributesFor()), close: () => authorizer.close() };
  },
  expectFailure: (outcome) =>
    expect(outcome).toMatchObject({
      value: { verdict: 'Deny', reason: expect.stringContaining('webhook authorizer "w" failed: ') },
    }),
});
