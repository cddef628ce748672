import type { IncomingMessage } from 'node:http';
import { extraOfHeaders, headerValues, type RawHeaders, type UserInfo } from '../../request/index.js';
import { type AuthenticationRequest, type AuthenticationResult, Authenticator } from '../authenticator.js';
import type { CertificateBundle } from './certificate-bundle.js';
import { CredentialError } from '../credential-error.js';
import { commonNameOf } from './certificate-subject.js';
import type { FrontProxies, FrontProxyTrust, RequestHeaderNames } from './front-proxies.js';

/** The dependencies for believing front proxies. */
export interface RequestHeaderSettings {
  readonly proxies: Pick<FrontProxies, 'current'>;
  /** Authorities of the certificates of front proxies. */
  readonly authorities: Pick<CertificateBundle, 'faultOf'>;
  /** The audiences of this server. */
  readonly audiences: readonly string[];
}

/**
 * Accepts the user that a trusted front proxy sends in headers (specification, "Authenticating proxy"): the proxy must
 * present a certificate of one of its authorities, with an allowed name. Without a user header it has no opinion.
 */
export class RequestHeaderAuthenticator extends Authenticator {
  constructor(private readonly settings: RequestHeaderSettings) {
    super();
  }

  authenticate(request: AuthenticationRequest): AuthenticationResult | undefined {
    const trust = this.settings.proxies.current;
    const shown = trust && request.clientCertificate?.();
    if (!shown) return undefined;
    const fault = shown.fault ?? this.settings.authorities.faultOf(shown.certificate);
    if (fault !== undefined) throw new CredentialError(`front proxy certificate: ${fault}`);
    checkName(commonNameOf(shown.certificate) ?? '', trust);
    const user = readUser(request.rawHeaders ?? [], trust.names);
    return user && { user, audiences: request.audiences ?? this.settings.audiences, knownBy: 'front proxy' };
  }
}

function checkName(name: string, { allowedNames }: FrontProxyTrust): void {
  if (allowedNames.size === 0 || allowedNames.has(name)) return;
  throw new CredentialError(`x509: subject with cn=${name} is not in the allowed list`);
}

/** Takes away what was said of who asks: it is for this server alone. */
export function removeRequestHeaders({ rawHeaders, headers }: IncomingMessage, { names: told }: FrontProxyTrust): void {
  const { username, uid, group, extraPrefixes } = told;
  const names = new Set([...username, ...uid, ...group]);
  const isTold = (name: string): boolean => names.has(name) || extraPrefixes.some((prefix) => name.startsWith(prefix));
  for (const name of Object.keys(headers)) if (isTold(name)) delete headers[name];
  let kept = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (isTold(rawHeaders[i].toLowerCase())) continue;
    rawHeaders[kept++] = rawHeaders[i];
    rawHeaders[kept++] = rawHeaders[i + 1];
  }
  rawHeaders.length = kept;
}

function readUser(raw: RawHeaders, names: RequestHeaderNames): UserInfo | undefined {
  const name = firstOf(raw, names.username);
  if (name === undefined) return undefined;
  const uid = firstOf(raw, names.uid);
  const groups = names.group.flatMap((header) => headerValues(raw, header)).filter((group) => group !== '');
  const extra = extraOfHeaders(raw, names.extraPrefixes);
  return { name, ...(uid !== undefined && { uid }), groups, ...(extra && { extra }) };
}

/** Of each header the first value counts; the first header that has one decides. */
function firstOf(raw: RawHeaders, headers: readonly string[]): string | undefined {
  for (const header of headers) {
    const [value] = headerValues(raw, header);
    if (value) return value;
  }
  return undefined;
}
