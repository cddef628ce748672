import { type Destination, hostPortOf } from './destination.js';

/** Nobody has answered the attempt to connect in time. */
export class DialTimeout extends Error {}

const CONNECTING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'connect: connection timed out',
  EADDRNOTAVAIL: 'connect: cannot assign requested address',
  EINVAL: 'connect: invalid argument',
};

const TALKING: Readonly<Record<string, string>> = {
  ECONNRESET: 'EOF',
  EPIPE: 'write: broken pipe',
};

/** Describes a failure to connect, or to read the response, as Go does; it reveals no internals of the server. */
export function describeBackendFault(error: unknown, destination: Destination): string {
  const { code = '', message = '', errors } = error as NodeJS.ErrnoException & { errors?: unknown[] };
  const dial = `dial tcp ${hostPortOf(destination)}`;
  if (errors?.[0] !== undefined) return describeBackendFault(errors[0], destination);
  if (error instanceof DialTimeout) return `${dial}: i/o timeout`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `dial tcp: lookup ${destination.host}: no such host`;
  if (Object.hasOwn(CONNECTING, code)) return `${dial}: ${CONNECTING[code]}`;
  if (Object.hasOwn(TALKING, code)) return TALKING[code];
  if (code.startsWith('HPE_')) return 'net/http: malformed HTTP response';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || CERTIFICATE_FAULTS.has(code)) {
    return `tls: failed to verify certificate: x509: ${message}`;
  }
  return code.startsWith('ERR_SSL_') || code === 'EPROTO' ? 'tls: handshake failure' : 'unexpected EOF';
}

const CERTIFICATE_FAULTS: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
