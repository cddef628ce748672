/** An endpoint speaks TCP unless it says otherwise. */
export function defaultEndpointPort(port: { protocol?: string }): void {
  if (!port.protocol) port.protocol = 'TCP';
}
