/** Sets the scope of parameters to Cluster unless it is set. */
export function defaultIngressClass({ spec }: { spec?: { parameters?: { scope?: string } } }): void {
  if (spec?.parameters) spec.parameters.scope ??= 'Cluster';
}
