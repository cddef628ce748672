import { isIP } from 'node:net';
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
    // An address is no name that TLS sends (RFC 6066, section 3), and Node 26 refuses it.
    ...(serverName !== '' && { servername: isIP(serverName) === 0 ? serverName : '' }),
    rejectUnauthorized: !isInsecure,
    minVersion: 'TLSv1.2',
    checkServerIdentity: (host, certificate) =>
      checkNames(serverName || host, certificate, () => metrics.observeNamelessCertificate()),
  };
}
