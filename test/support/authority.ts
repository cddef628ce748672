import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A certificate with its key, in PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** The content of a certificate, and its subject. */
export interface CertificateRequest {
  /** As `O=devs,CN=alice`. */
  readonly name: string;
  readonly usage?: 'client' | 'server';
  /** DNS names and addresses of a server. */
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** True if it may sign others. */
  readonly isAuthority?: boolean;
  /** How the signature is made; SHA-256 when unset. */
  readonly hash?: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;

/** An authority of tests, that signs whatever it is asked to. */
export class TestAuthority {
  private constructor(
    private readonly own: x509.X509Certificate,
    private readonly keys: webcrypto.CryptoKeyPair,
    /** Those between it and the root, its own first; empty for a root. */
    private readonly chain: string,
  ) {}

  /** Its certificate, in PEM. */
  get pem(): string {
    return `${this.own.toString('pem')}\n`;
  }

  /** Makes an authority that signs itself. */
  static async create(name: string): Promise<TestAuthority> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const own = await x509.X509CertificateGenerator.createSelfSigned({
      name: `CN=${name}`,
      keys,
      signingAlgorithm: ALGORITHM,
      notBefore: new Date(Date.now() - DAY),
      notAfter: new Date(Date.now() + DAY),
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
    return new TestAuthority(own, keys, '');
  }

  /** Makes an authority below this one; what it issues contains its certificate. */
  async createIntermediate(name: string): Promise<TestAuthority> {
    const { certificate, keys } = await this.sign({ name: `CN=${name}`, isAuthority: true });
    return new TestAuthority(certificate, keys, `${certificate.toString('pem')}\n${this.chain}`);
  }

  /** Issues a certificate. */
  async issue(request: CertificateRequest): Promise<TestCertificate> {
    const { certificate, keys } = await this.sign(request);
    const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
    return { cert: `${certificate.toString('pem')}\n${this.chain}`, key };
  }

  private async sign({ name, usage = 'client', hosts = [], isAuthority = false, hash, ...period }: CertificateRequest) {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const names = hosts.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value }));
    const purpose = usage === 'client' ? x509.ExtendedKeyUsage.clientAuth : x509.ExtendedKeyUsage.serverAuth;
    const certificate = await x509.X509CertificateGenerator.create({
      subject: name,
      issuer: this.own.subject,
      publicKey: keys.publicKey,
      signingKey: this.keys.privateKey,
      signingAlgorithm: { ...ALGORITHM, ...(hash && { hash }) },
      notBefore: period.notBefore ?? new Date(Date.now() - DAY),
      notAfter: period.notAfter ?? new Date(Date.now() + DAY),
      extensions: [
        new x509.BasicConstraintsExtension(isAuthority, undefined, true),
        ...(isAuthority ? [] : [new x509.ExtendedKeyUsageExtension([purpose])]),
        ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names)] : []),
        await x509.AuthorityKeyIdentifierExtension.create(this.own.publicKey),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
    return { certificate, keys };
  }
}
