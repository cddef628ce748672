import { generateKeyPairSync, type KeyObject, sign, webcrypto } from 'node:crypto';
import { formatFieldError } from '../../../src/apimachinery/index.js';
import { validateIssued } from './issued-chain.validation.js';
import type {
  PodCertificateRequest,
  PodCertificateRequestSpec,
  PodCertificateRequestStatus,
} from './pod-certificate-request.v1beta1.js';
import {
  validatePodCertificateRequest,
  validatePodCertificateRequestUpdate,
} from './pod-certificate-request.validation.js';

const UID = 'pod-uid';
const ed25519 = generateKeyPairSync('ed25519');
const derOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');
const SPEC: PodCertificateRequestSpec = {
  signerName: 'a.com/signer',
  podName: 'p',
  podUID: UID,
  serviceAccountName: 's',
  serviceAccountUID: 'u',
  nodeName: 'n',
  nodeUID: 'v',
  maxExpirationSeconds: 86_400,
  pkixPublicKey: derOf(ed25519.publicKey),
  proofOfPossession: sign(null, Buffer.from(UID), ed25519.privateKey).toString('base64'),
};
const requestOf = (members: Partial<PodCertificateRequestSpec> = {}): PodCertificateRequest => ({
  metadata: { name: 'r' },
  spec: { ...SPEC, ...members },
});

describe('validatePodCertificateRequest()', () => {
  const foundIn = async (members: Partial<PodCertificateRequestSpec>): Promise<string[]> =>
    (await validatePodCertificateRequest(requestOf(members))).map(formatFieldError);

  it.each<[Partial<PodCertificateRequestSpec>, string[]]>([
    [{}, []],
    [{ signerName: '' }, ['spec.signerName: Required value']],
    [{ podUID: 'other' }, ['spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature']],
    [{ nodeUID: '' }, ['spec.nodeUID: Invalid value: "": must not be empty']],
    [{ serviceAccountUID: 'x'.repeat(129) }, ['spec.serviceAccountUID: Too long: may not be more than 128 bytes']],
    [{ maxExpirationSeconds: undefined }, ['spec.maxExpirationSeconds: Required value: must be set']],
    [
      { signerName: 'kubernetes.io/kube-apiserver-client-pod', maxExpirationSeconds: 86_401 },
      ['spec.maxExpirationSeconds: Invalid value: 86401: must be in the range [3600, 86400]'],
    ],
    [{ maxExpirationSeconds: 7_862_400 }, []],
    [{ pkixPublicKey: 'AAAA' }, ['spec.pkixPublicKey: Invalid value: must be a valid PKIX-serialized public key']],
    [
      { pkixPublicKey: Buffer.alloc(10 * 1024 + 1).toString('base64') },
      ['spec.pkixPublicKey: Too long: may not be more than 10240 bytes'],
    ],
    [
      { unverifiedUserAnnotations: { plain: 'x', 'a.com/b': 'y' } },
      [expect.stringContaining('must be a domain-prefixed key') as string],
    ],
    [
      { stubPKCS10Request: 'AAAA' },
      ['spec.stubPKCS10Request: Invalid value: may not be set together with pkixPublicKey and proofOfPossession'],
    ],
  ])('finds of %j: %j', async (members, errors) => {
    expect(await foundIn(members)).toEqual(errors);
  });

  it.each([
    ['P-256', []],
    ['P-521', []],
    ['secp256k1', ['spec.pkixPublicKey: Invalid value: elliptic public keys must use curve P256 or P384']],
  ])('takes a key of the curve %s or not', async (namedCurve, errors) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
    const proof = sign('sha256', Buffer.from(UID), { key: privateKey, dsaEncoding: 'der' });
    const members = { pkixPublicKey: derOf(publicKey), proofOfPossession: proof.toString('base64') };
    expect(await foundIn(members)).toEqual(errors);
  });

  it('refuses short keys of RSA', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await foundIn({ pkixPublicKey: derOf(publicKey) })).toEqual([
      'spec.pkixPublicKey: Invalid value: RSA keys must have modulus size 3072 or 4096',
    ]);
  });

  it('keeps what was asked', () => {
    const fields = validatePodCertificateRequestUpdate(requestOf({ podName: 'q' }), requestOf()).map(
      ({ field }) => field,
    );
    expect(fields).toEqual(['spec']);
  });
});

describe('validateIssued()', () => {
  const NOW = Date.parse('2026-01-01T12:00:00Z');
  const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString().replace('.000Z', 'Z');
  const conditionOf = (type: string, status = 'True') => ({
    type,
    status,
    reason: 'Because',
    message: '',
    lastTransitionTime: at(0),
  });
  const ISSUED = { conditions: [conditionOf('Issued')] };
  let chain: string;
  let spec: PodCertificateRequestSpec;

  beforeAll(async () => {
    await import('reflect-metadata');
    const { X509CertificateGenerator } = await import('@peculiar/x509');
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as never;
    const made = await X509CertificateGenerator.createSelfSigned(
      {
        name: 'CN=p',
        notBefore: new Date(NOW),
        notAfter: new Date(NOW + 120 * 60_000),
        signingAlgorithm: algorithm,
        keys,
      },
      webcrypto as never,
    );
    chain = made.toString('pem');
    spec = { ...SPEC, pkixPublicKey: Buffer.from(made.publicKey.rawData).toString('base64') };
  });

  const foundIn = async (
    status: PodCertificateRequestStatus,
    old: PodCertificateRequestStatus = {},
  ): Promise<string[]> => {
    const [next, last] = [status, old].map((each) => ({ metadata: {}, spec, status: each }));
    return (await validateIssued(next, last, NOW)).map(formatFieldError);
  };
  const issuedWith = (members: Partial<PodCertificateRequestStatus> = {}): PodCertificateRequestStatus => ({
    ...ISSUED,
    certificateChain: chain,
    notBefore: at(0),
    notAfter: at(120),
    beginRefreshAt: at(60),
    ...members,
  });

  it('takes a certificate for the key that was asked for', async () => {
    expect(await foundIn(issuedWith())).toEqual([]);
    expect(await foundIn(issuedWith({ certificateChain: `${chain}\n${chain}` }))).toEqual([]);
  });

  it.each<[() => PodCertificateRequestStatus, string]>([
    [() => issuedWith({ certificateChain: '' }), 'must contain at least one certificate'],
    [() => issuedWith({ notBefore: undefined }), 'status.notBefore: Required value'],
    [() => issuedWith({ notBefore: at(1) }), 'must be set to the NotBefore time encoded in the leaf certificate'],
    [() => issuedWith({ notAfter: at(121) }), 'must be set to the NotAfter time encoded in the leaf certificate'],
    [() => issuedWith({ beginRefreshAt: at(9) }), 'must be at least 10 minutes after status.notBefore'],
    [() => issuedWith({ beginRefreshAt: at(111) }), 'must be at least 10 minutes before status.notAfter'],
    [() => ({ conditions: [conditionOf('Denied')], notAfter: at(1) }), 'non-condition status fields must be empty'],
    [() => ({ conditions: [conditionOf('Else')] }), 'status.conditions[0].type: Unsupported value: "Else"'],
    [
      () => ({ conditions: [conditionOf('Issued', 'False')] }),
      'status.conditions[0].status: Unsupported value: "False"',
    ],
    [() => ({ conditions: ['Issued', 'Failed'].map((type) => conditionOf(type)) }), 'at most one condition'],
    [() => ({ notAfter: at(1) }), 'status is immutable unless transitioning'],
  ])('refuses status %#', async (status, text) => {
    expect(await foundIn(status())).toEqual([expect.stringContaining(text)]);
  });

  it('refuses a certificate for another key, and a second decision', async () => {
    const other = { metadata: {}, spec: SPEC, status: issuedWith() };
    expect((await validateIssued(other, { ...other, status: {} }, NOW)).map(formatFieldError)).toEqual([
      expect.stringContaining('leaf certificate was not issued to the requested public key'),
    ]);
    expect(await foundIn({ conditions: [conditionOf('Failed')] }, issuedWith())).toEqual([
      expect.stringContaining('immutable after PodCertificateRequest is issued, denied, or failed'),
    ]);
  });
});
