import { MetricsRegistry } from '../../observability/index.js';
import { NodeAuthorizer } from '../node/index.js';
import { WebhookMetrics } from './webhook-metrics.js';

it('metrics of authorizers have the bounds of Kubernetes', async () => {
  const registry = new MetricsRegistry({ isWithoutProcess: true });
  const metrics = new WebhookMetrics(registry);
  metrics.observe('w', 'success', 1);
  metrics.conditionsOf('w').seconds.observe(1);
  const listeners: { onPut(resource: string, object: object): void }[] = [];
  const objects = { follow: (_: unknown, listener: unknown) => (listeners.push(listener as never), () => {}) };
  const node = new NodeAuthorizer({ objects, release: '1.32', isEnabled: () => false, metrics: registry });
  const user = { name: 'system:node:one', groups: ['system:nodes'] };
  const secret = { group: '', version: 'v1', resource: 'secrets', subresource: '', namespace: 'n', name: 's' };
  void node.authorize({ ...secret, user, verb: 'get', isResourceRequest: true, path: '' });
  listeners[0].onPut('persistentvolumes', { metadata: { name: 'v' } });
  const text = await registry.expose();
  const boundsOf = (name: string): number[] => {
    const lines = text.matchAll(new RegExp(`^${name}_bucket\\{.*le="([\\d.e-]+)"\\}`, 'gm'));
    return [...lines].map(([, bound]) => Number(bound));
  };
  expect(boundsOf('apiserver_authorization_webhook_duration_seconds')).toEqual([
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]);
  expect(boundsOf('apiserver_authorization_match_condition_evaluation_seconds')).toEqual([
    0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25,
  ]);
  expect(boundsOf('node_authorizer_graph_actions_duration_seconds')).toEqual([
    0.0001, 0.0002, 0.0004, 0.0008, 0.0016, 0.0032, 0.0064, 0.0128, 0.0256, 0.0512, 0.1024, 0.2048,
  ]);
});
