/** The members of a policy that have defaults. */
interface DefaultedPolicy {
  spec?: { egress?: readonly unknown[]; policyTypes?: string[] };
}

/** A policy is for what comes in, and for what goes out where it has rules for that. */
export function defaultNetworkPolicy(policy: DefaultedPolicy): void {
  const spec = (policy.spec ??= {});
  if (spec.policyTypes?.length) return;
  spec.policyTypes = spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress'];
}

/** Ports are of TCP unless they say otherwise. */
export function defaultNetworkPolicyPort(port: { protocol?: string }): void {
  port.protocol ??= 'TCP';
}
