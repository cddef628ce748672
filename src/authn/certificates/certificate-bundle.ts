import { X509Certificate } from 'node:crypto';

/** Intermediate authorities between a certificate and one that is believed, at most. */
const MAX_LINKS = 8;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\w+/=]+-----END CERTIFICATE-----/g;

/** Authorities that are believed, and whose certificates are checked against them. They may change at any time. */
export class CertificateBundle {
  private roots: readonly X509Certificate[];
  /** Cached results, for as long as a connection lives and the bundle stays; null for no fault. */
  private known = new WeakMap<X509Certificate, string | null>();

  /** Throws where a text has no certificates. */
  constructor(private texts: readonly string[]) {
    this.roots = parseCertificates(texts);
  }

  /** The authorities in PEM, as they were given. */
  get pem(): readonly string[] {
    return this.texts;
  }

  /** Activates other authorities. Throws, and changes nothing, where a text has no certificates. */
  use(texts: readonly string[]): void {
    this.roots = parseCertificates(texts);
    this.texts = texts;
    this.known = new WeakMap();
  }

  /**
   * Returns why a certificate that a TLS handshake has verified does not chain to one of these authorities; undefined
   * if it does. The handshake checks purposes and validity times.
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
      if (this.roots.some((root) => isSame(current, root) || isIssuedByRoot(current, root))) return true;
      const issuer = current.issuerCertificate;
      if (!issuer || !issuer.ca || !isIssuedBy(current, issuer)) return false;
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

/**
 * An authority that is configured need not say that it is one where its certificate cannot: basic constraints came with
 * version 3 (upstream: Go's CheckSignatureFrom). Intermediate authorities have to say so.
 */
function isIssuedByRoot(certificate: X509Certificate, root: X509Certificate): boolean {
  return (root.ca || isBeforeVersion3(root)) && isIssuedBy(certificate, root);
}

/** Tag of the explicit version, which certificates of version 1 leave out (RFC 5280, 4.1.2.1). */
const VERSION_TAG = 0xa0;
/** Versions count from 0. */
const VERSION_3 = 2;

/** Reads the version at the head of `SEQUENCE { SEQUENCE { [0] { INTEGER } ...`. */
function isBeforeVersion3({ raw }: X509Certificate): boolean {
  const version = contentAt(raw, contentAt(raw, 0));
  return raw[version] !== VERSION_TAG || raw[version + 4] < VERSION_3;
}

/** Where the content of the DER element at an offset begins. */
function contentAt(der: Buffer, offset: number): number {
  const length = der[offset + 1];
  return offset + 2 + (length < 0x80 ? 0 : length & 0x7f);
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}
