import { createHash, type X509Certificate } from 'node:crypto';
import type { Clock } from '../../observability/index.js';
import type { UserInfo } from '../../request/index.js';
import {
  type AuthenticationRequest,
  type AuthenticationResult,
  Authenticator,
  type ClientCertificate,
} from '../authenticator.js';
import type { CertificateBundle } from './certificate-bundle.js';
import { commonNameOf, subjectValues } from './certificate-subject.js';
import { CredentialError } from '../credential-error.js';

/** The cached result for a certificate, for as long as its connection lives. */
interface Known {
  readonly user: UserInfo;
  readonly from: number;
  readonly until: number;
}

/** The settings for verifying client certificates. */
export interface ClientCertificateSettings {
  /** The audiences of this server. */
  readonly audiences: readonly string[];
  readonly authorities: Pick<CertificateBundle, 'faultOf'>;
  readonly clock: Clock;
  /** Called for each request with an accepted certificate, with the seconds until it expires. */
  readonly onAccepted?: (secondsLeft: number) => void;
}

/** Takes the subject of a certificate that the TLS handshake has verified for the user: CN is the name, O the groups. */
export class ClientCertificateAuthenticator extends Authenticator {
  private readonly known = new WeakMap<X509Certificate, Known | null>();

  constructor(private readonly settings: ClientCertificateSettings) {
    super();
  }

  authenticate(request: AuthenticationRequest): AuthenticationResult | undefined {
    const shown = request.clientCertificate?.();
    if (!shown) return undefined;
    const fault = shown.fault ?? this.settings.authorities.faultOf(shown.certificate);
    if (fault !== undefined) throw new CredentialError(`client certificate: ${fault}`);
    const known = this.recall(shown);
    if (!known) return undefined;
    // A connection may outlive the certificate that opened it.
    const now = this.settings.clock.now();
    if (now > known.until || now < known.from) {
      throw new CredentialError('client certificate: certificate has expired or is not yet valid');
    }
    this.settings.onAccepted?.((known.until - now) / 1000);
    const audiences = request.audiences ?? this.settings.audiences;
    return { user: known.user, audiences, knownBy: 'client certificate' };
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
  const name = commonNameOf(certificate);
  if (!name) return null;
  const digest = createHash('sha256').update(certificate.raw).digest('hex');
  const user = {
    name,
    groups: subjectValues(certificate, 'O'),
    extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${digest}`] },
  };
  return { user, from: Date.parse(certificate.validFrom), until: Date.parse(certificate.validTo) };
}
