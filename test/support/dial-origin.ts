import type { TLSSocket } from 'node:tls';
import { MetricsRegistry } from '../../src/observability/index.js';
import type { CarrierParts } from '../../src/outbound/carrier.js';
import { OutboundMetrics, PLAIN_TLS } from '../../src/outbound/index.js';
import type { Route } from '../../src/outbound/connection.js';
import { dial } from '../../src/outbound/http2/dial.js';
import { FakeClock } from '../../src/testing/fake-clock.js';

/** The parts of a carrier with small limits, and a clock that stands still. */
export function carrierParts({ environment = {}, connectTimeout = 10_000 } = {}): CarrierParts {
  return {
    limits: { maxConnections: 1, maxStreamConnections: 1, maxAnswerBytes: 1024, connectTimeout },
    environment,
    metrics: new OutboundMetrics(new MetricsRegistry()),
    clock: new FakeClock(),
  };
}

/** A route to a server whose certificate is not looked at. */
export function insecureRoute(server: string, proxyUrl = ''): Route {
  return { server, proxyUrl, tls: { ...PLAIN_TLS, isInsecure: true } };
}

/** Makes a connection of HTTP/2 to a server; the signal gives it up. */
export function dialOrigin(server: string, signal = new AbortController().signal): Promise<TLSSocket> {
  return dial(insecureRoute(server), ['h2'], { ...carrierParts(), signal });
}
