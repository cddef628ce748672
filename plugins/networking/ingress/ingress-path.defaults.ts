/** Sets the type of paths of versions before v1: compared as the controller does it. */
export function defaultIngressPath(path: { pathType?: string }): void {
  path.pathType ??= 'ImplementationSpecific';
}
