/** Fills in whether processes may gain privileges. */
export function defaultPodSecurityPolicySpec(spec: { allowPrivilegeEscalation?: boolean }): void {
  spec.allowPrivilegeEscalation ??= true;
}
