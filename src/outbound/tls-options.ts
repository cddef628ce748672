import type { ConnectionOptions } from 'node:tls';
import { checkNames } from './certificate-fault.js';
import type { TlsSettings } from './connection.js';
import type { OutboundMetrics } from './outbound-metrics.js';

/** Returns the options of Node for the TLS settings of a route. */
export function tlsOptions(
  { authority, certificate, key, serverName, isInsecure }: TlsSettings,
  metrics: OutboundMetrics,
): ConnectionOptions {
  return {
    ...(authority !== '' && { ca: authority }),
    ...(certificate !== '' && { cert: certificate, key }),
    ...(serverName !== '' && { servername: serverName }),
    rejectUnauthorized: !isInsecure,
    minVersion: 'TLSv1.2',
    checkServerIdentity: (host, certificate) =>
      checkNames(host, certificate, () => metrics.observeNamelessCertificate()),
  };
}
