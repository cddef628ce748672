import { createHash, type X509Certificate } from 'node:crypto';
import type { Clock } from '../observability/index.js';
import type { UserInfo } from '../request/index.js';
import {
  type AuthenticationRequest,
  type AuthenticationResult,
  Authenticator,
  type ClientCertificate,
} from './authenticator.js';
import { CredentialError } from './credential-error.js';

/** What is remembered of a certificate, for as long as its connection lives. */
interface Known {
  readonly user: UserInfo;
  readonly from: number;
  readonly until: number;
}

/** Takes the subject of a certificate that the TLS handshake has verified for the user: CN is the name, O the groups. */
export class ClientCertificateAuthenticator extends Authenticator {
  private readonly known = new WeakMap<X509Certificate, Known | null>();

  constructor(
    private readonly audiences: readonly string[],
    private readonly clock: Clock,
  ) {
    super();
  }

  authenticate(request: AuthenticationRequest): AuthenticationResult | undefined {
    const shown = request.clientCertificate?.();
    if (!shown) return undefined;
    if (shown.fault !== undefined) throw new CredentialError(`client certificate: ${shown.fault}`);
    const known = this.recall(shown);
    if (!known) return undefined;
    // A connection may outlive the certificate that opened it.
    const now = this.clock.now();
    if (now > known.until || now < known.from) {
      throw new CredentialError('client certificate: certificate has expired or is not yet valid');
    }
    return { user: known.user, audiences: request.audiences ?? this.audiences };
  }

  private recall({ certificate }: ClientCertificate): Known | undefined {
    let known = this.known.get(certificate);
    if (known === undefined) {
      known = readCertificate(certificate);
      this.known.set(certificate, known);
    }
    return known ?? undefined;
  }
}

function readCertificate(certificate: X509Certificate): Known | null {
  const { CN, O } = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
  const name = listOf(CN).at(-1);
  if (!name) return null;
  const digest = createHash('sha256').update(certificate.raw).digest('hex');
  const user = {
    name,
    groups: listOf(O),
    extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${digest}`] },
  };
  return { user, from: Date.parse(certificate.validFrom), until: Date.parse(certificate.validTo) };
}

function listOf(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
