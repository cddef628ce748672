import type { Service, ServiceSpec } from './service.v1.js';
import { isExternallyAccessible, isRoutedInside } from './service-traits.js';

const AFFINITY_SECONDS = 10_800;

/** Fills in what a service leaves to the system. */
export function defaultService({ spec, status }: Service): void {
  if (!spec) return;
  defaultAffinity(spec);
  if (!spec.type) spec.type = 'ClusterIP';
  for (const port of spec.ports ?? []) if (!port.targetPort) port.targetPort = port.port;
  if (!spec.externalTrafficPolicy && isExternallyAccessible(spec)) spec.externalTrafficPolicy = 'Cluster';
  if (spec.internalTrafficPolicy === undefined && isRoutedInside(spec)) spec.internalTrafficPolicy = 'Cluster';
  if (spec.type !== 'LoadBalancer') return;
  spec.allocateLoadBalancerNodePorts ??= true;
  for (const ingress of status?.loadBalancer?.ingress ?? []) if (ingress.ip) ingress.ipMode ??= 'VIP';
}

function defaultAffinity(spec: ServiceSpec): void {
  if (!spec.sessionAffinity) spec.sessionAffinity = 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity !== 'ClientIP') return;
  if (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds !== undefined) return;
  spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
}
