import type { Carrier, CarrierParts } from './carrier.js';
import type { Route } from './connection.js';
import { Http1Carrier } from './http1-carrier.js';
import { canDial } from './http2/dial.js';
import { Http2Carrier } from './http2/http2-carrier.js';
import { NegotiatedCarrier, dialHttp2 } from './http2/negotiated-carrier.js';
import { OutboundError } from './outbound-error.js';

/** The version of HTTP that is used: `negotiated` is 2 where the server takes it, and 1.1 otherwise. */
export type HttpVersion = 1 | 2 | 'negotiated';

/**
 * Makes the connections along a route. HTTP/2 needs TLS, and no SOCKS proxy. Throws OutboundError where it is asked for and
 * cannot be used.
 */
export function openCarrier(route: Route, version: HttpVersion, parts: CarrierParts): Carrier {
  const hasChoice = version !== 1 && canDial(route, parts);
  if (version === 2 && !hasChoice) throw new OutboundError('connection', 'HTTP/2 needs https, and no SOCKS proxy');
  if (!hasChoice) return new Http1Carrier(route, parts);
  if (version === 'negotiated') return new NegotiatedCarrier(route, parts);
  return new Http2Carrier(new URL(route.server).origin, (signal) => dialHttp2(route, { ...parts, signal }), parts);
}
