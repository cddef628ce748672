import { certificateFaultText } from '../outbound/index.js';
import { type BackendLocation, hostPortOf } from './destination.js';

/** The attempt to connect was not answered in time. */
export class DialTimeout extends Error {}

/** A request that has to be answered soon was not. */
export class AnswerTimeout extends Error {}

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
export function describeBackendFault(error: unknown, destination: BackendLocation): string {
  const { code = '', errors, reason } = error as NodeJS.ErrnoException & { errors?: unknown[]; reason?: string };
  const dial = `dial tcp ${hostPortOf(destination)}`;
  if (errors?.[0] !== undefined) return describeBackendFault(errors[0], destination);
  if (error instanceof DialTimeout) return `${dial}: i/o timeout`;
  if (error instanceof AnswerTimeout) return 'context deadline exceeded';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `dial tcp: lookup ${destination.host}: no such host`;
  if (Object.hasOwn(CONNECTING, code)) return `${dial}: ${CONNECTING[code]}`;
  if (Object.hasOwn(TALKING, code)) return TALKING[code];
  if (code.startsWith('HPE_')) return 'net/http: malformed HTTP response';
  const certificate = certificateFaultText({ code, reason }, destination.serverName ?? destination.host);
  if (certificate !== undefined) return certificate;
  return code.startsWith('ERR_SSL_') || code === 'EPROTO' ? 'tls: handshake failure' : 'unexpected EOF';
}
