/** Parameters are of the cluster unless they say otherwise. */
export function defaultIngressClass({ spec }: { spec?: { parameters?: { scope?: string } } }): void {
  if (spec?.parameters) spec.parameters.scope ??= 'Cluster';
}
