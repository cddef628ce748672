import type { IntOrString } from '../../../src/plugin-api/built-in.js';
import { type ServiceReach, isExternallyAccessible, isRoutedInside } from './service-traits.js';

const AFFINITY_SECONDS = 10_800;

/** The members of the session affinity of a service that have defaults. */
interface DefaultedAffinity {
  sessionAffinity?: string;
  sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number } };
}

/** The members of a service that have defaults. */
interface DefaultedService {
  spec?: ServiceReach &
    DefaultedAffinity & {
      ports?: { port: number; targetPort?: IntOrString }[];
      internalTrafficPolicy?: string;
      allocateLoadBalancerNodePorts?: boolean;
    };
  status?: { loadBalancer?: { ingress?: { ip?: string; ipMode?: string }[] } };
}

/** Fills in what a service leaves to the system. */
export function defaultService({ spec, status }: DefaultedService): void {
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

function defaultAffinity(spec: DefaultedAffinity): void {
  if (!spec.sessionAffinity) spec.sessionAffinity = 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity !== 'ClientIP') return;
  if (spec.sessionAffinityConfig?.clientIP?.timeoutSeconds !== undefined) return;
  spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
}
