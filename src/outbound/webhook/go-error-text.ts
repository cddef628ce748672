import { isIPv6 } from 'node:net';
import { NAMELESS_CODE } from '../certificate-fault.js';
import type { OutboundError } from '../outbound-error.js';

const UNTRUSTED = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';

/** Messages of Go's network library by the code of Node's error. */
const TEXTS = new Map<string, string>([
  ['CERT_HAS_EXPIRED', 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid'],
  ['CERT_NOT_YET_VALID', 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['CERT_SIGNATURE_FAILURE', UNTRUSTED],
  [
    NAMELESS_CODE,
    'tls: failed to verify certificate: x509: certificate relies on legacy Common Name field, use SANs instead',
  ],
]);

/** The innermost error of a failure, as Node raises it. */
interface NodeError {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly reason?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** Returns the text of a failed request without a response, as Go's HTTP client words it; clients match some of these. */
export function goErrorText(error: OutboundError, { host, port }: { host: string; port: string }): string {
  if (error.fault === 'timeout') return 'context deadline exceeded';
  if (error.fault === 'canceled') return 'context canceled';
  if (error.fault === 'too-large') return 'http: response body too large';
  if (error.fault === 'reset') return 'EOF';
  const { code = '', address, port: dialed, reason } = innermost(error);
  const peer = `${bracketed(address ?? host)}:${dialed ?? port}`;
  if (code === 'ECONNREFUSED') return `dial tcp ${peer}: connect: connection refused`;
  if (code === 'EHOSTUNREACH') return `dial tcp ${peer}: connect: no route to host`;
  if (code === 'ENETUNREACH') return `dial tcp ${peer}: connect: network is unreachable`;
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${host}: no such host`;
  return certificateFaultText({ code, reason }, host) ?? error.message;
}

function bracketed(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Returns the text for a certificate that was not accepted; undefined for other errors. */
export function certificateFaultText(
  { code = '', reason = '' }: { readonly code?: string; readonly reason?: string },
  host: string,
): string | undefined {
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return TEXTS.get(code);
  return `tls: failed to verify certificate: x509: ${wrongName(reason, host)}`;
}

/** Node names the alternatives at the end: `Host: a. is not in the cert's altnames: DNS:b, IP Address:c`. */
function wrongName(reason: string, host: string): string {
  const names = (reason.split('altnames: ')[1] ?? '')
    .split(', ')
    .map((name) => name.replace(/^(?:DNS|IP Address):/, ''))
    .filter((name) => name !== '');
  if (names.length === 0) return `certificate is not valid for any names, but wanted to match ${host}`;
  return `certificate is valid for ${names.join(', ')}, not ${host}`;
}

/** Failures nest less deeply than this. */
const MAX_NESTING = 5;

function innermost(error: OutboundError): NodeError {
  let found = error as NodeError;
  for (let depth = 0; depth < MAX_NESTING; depth++) {
    const inner = found.cause ?? found.errors?.[0];
    if (typeof inner !== 'object' || inner === null) break;
    found = inner;
  }
  return found;
}
