/** The members of a policy that have defaults. */
interface DefaultedPolicy {
  spec?: { egress?: readonly unknown[]; policyTypes?: string[] };
}

/** Sets the types of a policy: ingress, and egress where it has rules for that. */
export function defaultNetworkPolicy(policy: DefaultedPolicy): void {
  const spec = (policy.spec ??= {});
  if (spec.policyTypes?.length) return;
  spec.policyTypes = spec.egress?.length ? ['Ingress', 'Egress'] : ['Ingress'];
}

/** Sets the protocol of ports to TCP unless it is set. */
export function defaultNetworkPolicyPort(port: { protocol?: string }): void {
  port.protocol ??= 'TCP';
}
