/** Fills in the port of a service. */
export function defaultServiceReference(service: { port?: number }): void {
  service.port ??= 443;
}
