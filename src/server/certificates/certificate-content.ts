import { createHash, randomBytes } from 'node:crypto';
import type { AsnType, Sequence } from 'asn1js';
import { type IpAddress, parseIp } from '../../apimachinery/index.js';
import type { ServingNames } from './serving-names.js';

type Asn1 = typeof import('asn1js');

/** The name of a certificate's holder: organizations are groups. */
export interface Subject {
  readonly commonName: string;
  readonly organizations?: readonly string[];
}

/** The use that a certificate allows of its key. */
export type CertificatePurpose = 'authority' | 'server' | 'client';

/** A certificate without its signature. */
export interface CertificateContent {
  readonly subject: Subject;
  /** The subject of its authority; its own when not given. */
  readonly issuer?: AsnType;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array;
  readonly purpose: CertificatePurpose;
  readonly names?: ServingNames;
  /** The identifier of the authority's key, for others than authorities. */
  readonly authorityKey?: Uint8Array;
}

/** The parts of an authority's certificate that those it signs repeat. */
export interface IssuerParts {
  readonly subject: AsnType;
  /** The identifier of its key: the one it names, or the digest of the key. */
  readonly keyIdentifier: Uint8Array;
}

const CONTEXT_SPECIFIC = 3;
const VERSION_3 = 2;
/** From this year on a time has four digits of the year (RFC 5280, section 4.1.2.5). */
const GENERALIZED_YEAR = 2050;
/** Characters of a PrintableString (X.680). */
const PRINTABLE = /^[A-Za-z0-9 '()+,\-./:=?]*$/;

const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const EXTENDED_USAGE = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' };
/** Bits of KeyUsage from the left, and how many of the octet are not used: digitalSignature is the first. */
const AUTHORITY_USAGE = { bits: 0b1000_0110, unused: 1 };
const LEAF_USAGE = { bits: 0b1010_0000, unused: 5 };

/** X.509 certificates of version 3 in DER (RFC 5280), by a library that is loaded only when one is to be issued. */
export class CertificateWriter {
  private constructor(private readonly asn1: Asn1) {}

  static async load(): Promise<CertificateWriter> {
    return new CertificateWriter(await import('asn1js'));
  }

  /** Returns the part that is signed, with the algorithm of the signature. */
  contentOf(content: CertificateContent, algorithm: AsnType): AsnType {
    const { asn1 } = this;
    const { subject, issuer, notBefore, notAfter, publicKey } = content;
    const name = this.name(subject);
    return this.sequence(
      this.tagged(0, [new asn1.Integer({ value: VERSION_3 })]),
      new asn1.Integer({ valueHex: newSerialNumber() }),
      algorithm,
      issuer ?? name,
      this.sequence(this.time(notBefore), this.time(notAfter)),
      name,
      this.parsed(publicKey),
      this.tagged(3, [this.sequence(...this.extensions(content))]),
    );
  }

  /** Returns the certificate in DER. */
  certificateOf(content: AsnType, algorithm: AsnType, signature: Uint8Array): Uint8Array {
    return bytesOf(this.sequence(content, algorithm, new this.asn1.BitString({ valueHex: signature })));
  }

  /** Returns the AlgorithmIdentifier of a signature; those of RSA have parameters, which are null (RFC 3279, RFC 5758). */
  algorithm(identifier: string, { isRsa }: { isRsa: boolean }): AsnType {
    const parts = [this.identifier(identifier)];
    return isRsa ? this.sequence(...parts, new this.asn1.Null()) : this.sequence(...parts);
  }

  /** Reads a certificate in DER that has been parsed elsewhere, so that it is one. */
  issuerParts(certificate: Uint8Array): IssuerParts {
    const [content] = childrenOf(this.parsed(certificate));
    const members = childrenOf(content);
    // Version 1 is not written.
    const first = members[0].idBlock.tagClass === CONTEXT_SPECIFIC ? 1 : 0;
    const [subject, publicKey] = members.slice(first + 4);
    return {
      subject,
      keyIdentifier: this.namedKey(members.slice(first + 6)) ?? keyIdentifierOf(publicKey),
    };
  }

  /** The value of the extension SubjectKeyIdentifier, if there is one. */
  private namedKey(optional: readonly AsnType[]): Uint8Array | undefined {
    const extensions = optional.find(({ idBlock }) => idBlock.tagClass === CONTEXT_SPECIFIC && idBlock.tagNumber === 3);
    if (!extensions) return undefined;
    for (const extension of childrenOf(childrenOf(extensions)[0])) {
      const [id, ...rest] = childrenOf(extension);
      if ((id as InstanceType<Asn1['ObjectIdentifier']>).getValue() !== SUBJECT_KEY_IDENTIFIER) continue;
      return octetsOf(this.parsed(octetsOf(rest[rest.length - 1])));
    }
    return undefined;
  }

  private extensions({ purpose, publicKey, names, authorityKey }: CertificateContent): AsnType[] {
    const { asn1 } = this;
    const isAuthority = purpose === 'authority';
    const { bits, unused } = isAuthority ? AUTHORITY_USAGE : LEAF_USAGE;
    const limits = isAuthority ? [new asn1.Boolean({ value: true })] : [];
    const usage = new asn1.BitString({ valueHex: Uint8Array.of(bits), unusedBits: unused });
    const extensions = [this.critical('2.5.29.19', this.sequence(...limits)), this.critical('2.5.29.15', usage)];
    if (purpose === 'authority') {
      const own = new asn1.OctetString({ valueHex: keyIdentifierOf(this.parsed(publicKey)) });
      extensions.push(this.extension(SUBJECT_KEY_IDENTIFIER, own));
    } else {
      extensions.push(this.extension('2.5.29.37', this.sequence(this.identifier(EXTENDED_USAGE[purpose]))));
    }
    if (authorityKey) {
      extensions.push(this.extension('2.5.29.35', this.sequence(this.context(0, authorityKey))));
    }
    if (names) extensions.push(this.extension('2.5.29.17', this.alternativeNames(names)));
    return extensions;
  }

  private alternativeNames({ dnsNames, addresses }: ServingNames): AsnType {
    return this.sequence(
      ...dnsNames.map((name) => this.context(2, Buffer.from(name, 'latin1'))),
      ...addresses.map((address) => this.context(7, addressBytes(parseIp(address)!))),
    );
  }

  private name({ organizations = [], commonName }: Subject): AsnType {
    const attributes = [...organizations.map((value) => [ORGANIZATION, value]), [COMMON_NAME, commonName]];
    return this.sequence(
      ...attributes.map(([type, value]) => {
        return new this.asn1.Set({ value: [this.sequence(this.identifier(type), this.text(value))] });
      }),
    );
  }

  private text(value: string): AsnType {
    return PRINTABLE.test(value) ? new this.asn1.PrintableString({ value }) : new this.asn1.Utf8String({ value });
  }

  private time(date: Date): AsnType {
    // Both have no fractions of a second.
    const valueDate = new Date(Math.floor(date.getTime() / 1000) * 1000);
    const { UTCTime, GeneralizedTime } = this.asn1;
    return new (date.getUTCFullYear() < GENERALIZED_YEAR ? UTCTime : GeneralizedTime)({ valueDate });
  }

  private critical(identifier: string, value: AsnType): AsnType {
    return this.extension(identifier, value, [new this.asn1.Boolean({ value: true })]);
  }

  private extension(identifier: string, value: AsnType, marks: readonly AsnType[] = []): AsnType {
    return this.sequence(
      this.identifier(identifier),
      ...marks,
      new this.asn1.OctetString({ valueHex: bytesOf(value) }),
    );
  }

  private identifier(value: string): AsnType {
    return new this.asn1.ObjectIdentifier({ value });
  }

  private sequence(...value: AsnType[]): Sequence {
    return new this.asn1.Sequence({ value });
  }

  private tagged(tagNumber: number, value: AsnType[]): AsnType {
    return new this.asn1.Constructed({ idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber }, value });
  }

  private context(tagNumber: number, valueHex: Uint8Array): AsnType {
    return new this.asn1.Primitive({ idBlock: { tagClass: CONTEXT_SPECIFIC, tagNumber }, valueHex });
  }

  private parsed(der: Uint8Array): AsnType {
    return this.asn1.fromBER(der).result;
  }
}

/** Returns a value in DER. */
export function bytesOf(value: AsnType): Uint8Array {
  return new Uint8Array(value.toBER());
}

function childrenOf(value: AsnType): AsnType[] {
  return (value as Sequence).valueBlock.value;
}

function octetsOf(value: AsnType): Uint8Array {
  return (value as InstanceType<Asn1['OctetString']>).valueBlock.valueHexView;
}

/** The identifier of a key (RFC 5280, section 4.2.1.2, method 1). */
function keyIdentifierOf(publicKey: AsnType): Uint8Array {
  const [, bits] = childrenOf(publicKey);
  return createHash('sha1').update(octetsOf(bits)).digest();
}

function addressBytes({ family, bits }: IpAddress): Uint8Array {
  const digits = family === 4 ? 8 : 32;
  return Buffer.from(bits.toString(16).padStart(digits, '0'), 'hex');
}

/** Positive and 16 bytes long, as RFC 5280 wants it: unpredictable, unique. */
function newSerialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] & 0x7f) | 0x40;
  return bytes;
}
