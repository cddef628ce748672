import type { EndpointPort } from './endpoints.v1.js';

/** An endpoint speaks TCP unless it says otherwise. */
export function defaultEndpointPort(port: EndpointPort): void {
  if (!port.protocol) port.protocol = 'TCP';
}
