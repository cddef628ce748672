/** Sets the protocol of an endpoint to TCP unless it has another. */
export function defaultEndpointPort(port: { protocol?: string }): void {
  if (!port.protocol) port.protocol = 'TCP';
}
