import { X509Certificate } from 'node:crypto';

/** Intermediate authorities between a certificate and one that is believed, at most. */
const MAX_LINKS = 8;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\w+/=]+-----END CERTIFICATE-----/g;

/** Authorities that are believed, and whose certificates are checked against them. They may change at any time. */
export class CertificateBundle {
  private roots: readonly X509Certificate[];
  /** What came of checking, for as long as a connection lives and the bundle stays; null for no fault. */
  private known = new WeakMap<X509Certificate, string | null>();

  /** Throws where a text has no certificates. */
  constructor(private texts: readonly string[]) {
    this.roots = parseCertificates(texts);
  }

  /** The authorities in PEM, as they were given. */
  get pem(): readonly string[] {
    return this.texts;
  }

  /** Puts other authorities in force. Throws, and changes nothing, where a text has no certificates. */
  use(texts: readonly string[]): void {
    this.roots = parseCertificates(texts);
    this.texts = texts;
    this.known = new WeakMap();
  }

  /**
   * Why a certificate that a TLS handshake has checked does not lead to one of these authorities; undefined when it
   * does. Purposes and times are the handshake's to check.
   */
  faultOf(certificate: X509Certificate): string | undefined {
    let fault = this.known.get(certificate);
    if (fault === undefined) {
      fault = this.isTrusted(certificate) ? null : 'certificate signed by unknown authority';
      this.known.set(certificate, fault);
    }
    return fault ?? undefined;
  }

  private isTrusted(certificate: X509Certificate): boolean {
    let link: X509Certificate = certificate;
    for (let links = 0; links <= MAX_LINKS; links++) {
      const current = link;
      if (this.roots.some((root) => isSame(current, root) || isIssuedBy(current, root))) return true;
      const issuer = current.issuerCertificate;
      if (!issuer || !isIssuedBy(current, issuer)) return false;
      link = issuer;
    }
    return false;
  }
}

/** All certificates of PEM texts; throws where one has none, or one that cannot be read. */
function parseCertificates(texts: readonly string[]): X509Certificate[] {
  return texts.flatMap((text) => {
    const blocks: readonly string[] = text.match(CERTIFICATE) ?? [];
    if (blocks.length === 0) throw new Error('data does not contain any valid RSA or ECDSA certificates');
    return blocks.map((block) => new X509Certificate(block));
  });
}

function isSame(one: X509Certificate, other: X509Certificate): boolean {
  return one.raw.equals(other.raw);
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}
