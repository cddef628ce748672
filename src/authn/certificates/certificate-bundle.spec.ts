import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { TestAuthority } from '../../../test/support/authority.js';
import { UNCONSTRAINED_CA, VERSION_1_CA, VERSION_1_CLIENT } from '../../../test/support/version-1-ca.js';
import { CertificateBundle } from './certificate-bundle.js';

const UNKNOWN = 'certificate signed by unknown authority';
const [ca, twin] = await Promise.all([TestAuthority.create('root'), TestAuthority.create('root')]);
const leafOf = async (authority: TestAuthority): Promise<X509Certificate> =>
  new X509Certificate((await authority.issue({ name: 'CN=a' })).cert);

/** A certificate beside the one that has signed it, as a TLS handshake links them. */
function linked(certificate: X509Certificate, issuer: X509Certificate): X509Certificate {
  return Object.defineProperty(certificate, 'issuerCertificate', { value: issuer });
}

/** A leaf of an authority that so many others stand between and the root. */
async function leafBehind(links: number): Promise<X509Certificate> {
  const authorities = [ca];
  for (let i = 0; i < links; i++) authorities.push(await authorities[i]!.createIntermediate(`link ${i}`));
  const chain = [...authorities.slice(1).map(({ pem }) => new X509Certificate(pem)), await leafOf(authorities.at(-1)!)];
  return chain.reduce((issuer, certificate) => linked(certificate, issuer));
}

/** An authority of version 3 that does not say that it is one, what it has signed, and what another key has signed. */
async function unconstrained(algorithm: webcrypto.EcKeyGenParams | { name: 'Ed25519' }) {
  const generate = () =>
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
  const [keys, others] = [await generate(), await generate()];
  const sign = async (
    subject: string,
    publicKey: webcrypto.CryptoKey,
    signingKey: webcrypto.CryptoKey,
  ): Promise<X509Certificate> => {
    const [serialNumber, signingAlgorithm] = ['01', { ...algorithm, hash: 'SHA-256' }];
    const parts = { serialNumber, subject, issuer: 'CN=o', publicKey, signingKey, signingAlgorithm };
    return new X509Certificate((await x509.X509CertificateGenerator.create(parts)).toString('pem'));
  };
  return {
    root: await sign('CN=o', keys.publicKey, keys.privateKey),
    leaf: await sign('CN=a', others.publicKey, keys.privateKey),
    forged: await sign('CN=a', others.publicKey, others.privateKey),
  };
}

describe('CertificateBundle', () => {
  it('believes what one of its authorities has signed, whatever others are called', async () => {
    const bundle = new CertificateBundle([ca.pem]);
    expect(bundle.faultOf(await leafOf(ca))).toBeUndefined();
    expect(bundle.faultOf(await leafOf(twin))).toBe(UNKNOWN);
  });

  it('believes all authorities of all texts', async () => {
    const third = await TestAuthority.create('third');
    const bundle = new CertificateBundle([`${ca.pem}${twin.pem}`, third.pem]);
    for (const each of [ca, twin, third]) expect(bundle.faultOf(await leafOf(each))).toBeUndefined();
  });

  it('forgets what it believed when authorities change [AUTHGAP-01]', async () => {
    const bundle = new CertificateBundle([ca.pem]);
    const leaf = await leafOf(ca);
    expect(bundle.faultOf(leaf)).toBeUndefined();
    bundle.use([twin.pem]);
    expect(bundle.faultOf(leaf)).toBe(UNKNOWN);
  });

  it('does not take a user for an authority', async () => {
    const user = await ca.issue({ name: 'CN=user' });
    const bundle = new CertificateBundle([user.cert]);
    expect(bundle.faultOf(new X509Certificate(user.cert))).toBeUndefined();
    expect(bundle.faultOf(await leafOf(ca))).toBe(UNKNOWN);
  });

  it('accepts an authority of version 1, which cannot say that it is one, but none of version 3 that does not', () => {
    const leaf = new X509Certificate(VERSION_1_CLIENT);
    expect(new CertificateBundle([VERSION_1_CA]).faultOf(leaf)).toBeUndefined();
    expect(new CertificateBundle([ca.pem, VERSION_1_CA]).faultOf(leaf)).toBeUndefined();
    expect(new CertificateBundle([UNCONSTRAINED_CA]).faultOf(leaf)).toBe(UNKNOWN);
    expect(new CertificateBundle([ca.pem]).faultOf(leaf)).toBe(UNKNOWN);
  });

  it('accepts an authority of version 2, which cannot say that it is one either', async () => {
    const { root, leaf } = await unconstrained({ name: 'ECDSA', namedCurve: 'P-256' });
    const raw = Buffer.from(root.raw);
    const version = raw.indexOf(Buffer.from([0xa0, 3, 2, 1, 2]));
    const authorityOf = (number: number): string => {
      raw[version + 4] = number;
      return `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----\n`;
    };
    expect(new CertificateBundle([authorityOf(1)]).faultOf(leaf)).toBeUndefined();
    expect(new CertificateBundle([authorityOf(2)]).faultOf(leaf)).toBe(UNKNOWN);
  });

  // The short keys make a certificate whose head has lengths of one byte.
  it.each([{ name: 'Ed25519' } as const, { name: 'ECDSA', namedCurve: 'P-256' }])(
    'does not accept an authority of version 3 that does not say that it is one: %j',
    async (algorithm) => {
      const { root, leaf } = await unconstrained(algorithm);
      expect(leaf.checkIssued(root) && leaf.verify(root.publicKey)).toBe(true);
      expect(new CertificateBundle([root.toString()]).faultOf(leaf)).toBe(UNKNOWN);
      expect(new CertificateBundle([root.toString()]).faultOf(root)).toBeUndefined();
    },
  );

  it('follows eight intermediate authorities at most', async () => {
    const bundle = new CertificateBundle([ca.pem]);
    expect(bundle.faultOf(await leafBehind(8))).toBeUndefined();
    expect(bundle.faultOf(await leafBehind(9))).toBe(UNKNOWN);
  });

  it('follows no link that is no authority, and none whose key did not sign', async () => {
    const bundle = new CertificateBundle([ca.pem]);
    const { root, leaf, forged } = await unconstrained({ name: 'ECDSA', namedCurve: 'P-256' });
    const below = await ca.createIntermediate('o');
    expect(bundle.faultOf(linked(leaf, linked(root, new X509Certificate(below.pem))))).toBe(UNKNOWN);
    expect(forged.checkIssued(new X509Certificate(below.pem))).toBe(true);
    expect(bundle.faultOf(linked(forged, new X509Certificate(below.pem)))).toBe(UNKNOWN);
    expect(bundle.faultOf(await leafOf(below))).toBe(UNKNOWN);
  });

  it('answers its authorities as they were given', () => {
    const bundle = new CertificateBundle([ca.pem]);
    expect(bundle.pem).toEqual([ca.pem]);
    bundle.use([twin.pem]);
    expect(bundle.pem).toEqual([twin.pem]);
  });

  it('keeps its authorities when a text has none', async () => {
    const bundle = new CertificateBundle([ca.pem]);
    expect(() => bundle.use(['nonsense'])).toThrow('data does not contain any valid RSA or ECDSA certificates');
    expect(bundle.faultOf(await leafOf(ca))).toBeUndefined();
  });
});
