/** Paths of the versions before v1 are compared as the controller does it, unless they say otherwise. */
export function defaultIngressPath(path: { pathType?: string }): void {
  path.pathType ??= 'ImplementationSpecific';
}
