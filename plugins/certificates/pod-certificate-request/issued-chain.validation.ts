import type { X509Certificate } from 'node:crypto';
import {
  type FieldError,
  FieldPath,
  invalid,
  isDeepEqual,
  notSupported,
  required,
  tooLong,
} from '../../../src/plugin-api/index.js';
import { invalidUnshown, pemBlocks, validateConditions } from '../../../src/plugin-api/built-in.js';
import { signedRequestKey } from '../certificate-signing-request/pkcs10.js';
import { parseCertificate } from '../certificate-signing-request/issued-certificate.js';
import type { PodCertificateRequest, PodCertificateRequestStatus } from './pod-certificate-request.v1beta1.js';

const STATUS = FieldPath.of('status');
const CONDITIONS = STATUS.child('conditions');
const CHAIN = STATUS.child('certificateChain');
const MAX_CHAIN_BYTES = 100 * 1024;
const STATES = ['Issued', 'Denied', 'Failed'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How far the clocks of a signer and of the server may differ. */
const SKEW = 5 * MINUTE;
/** Time that a renewal needs, at least. */
const MARGIN = 10 * MINUTE;

/** Checks what a signer has decided: once, and with a certificate for the key that was asked for. */
export async function validateIssued(
  { status = {}, spec }: PodCertificateRequest,
  old: PodCertificateRequest,
  now: number,
): Promise<FieldError[]> {
  const errors = conditionErrors(status);
  if (errors.length > 0) return errors;
  const state = stateOf(status);
  if (stateOf(old.status) !== undefined) {
    const text = 'immutable after PodCertificateRequest is issued, denied, or failed';
    return isSame(status, old.status) ? [] : [invalidUnshown(STATUS, text)];
  }
  if (state === 'Issued') return issuedErrors({ metadata: {}, spec, status }, now);
  if (state === undefined) return isSame(status, old.status) ? [] : [invalidUnshown(STATUS, UNDECIDED)];
  return isSame(status, { conditions: status.conditions }) ? [] : [invalidUnshown(STATUS, NOT_EMPTY)];
}

const UNDECIDED = 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"';
const NOT_EMPTY = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest';

function isSame(status: PodCertificateRequestStatus, other: PodCertificateRequestStatus | undefined): boolean {
  return isDeepEqual(JSON.parse(JSON.stringify(status)), JSON.parse(JSON.stringify(other ?? {})));
}

function stateOf(status: PodCertificateRequestStatus | undefined): string | undefined {
  return status?.conditions?.find(({ type, status: value }) => STATES.includes(type) && value === 'True')?.type;
}

function conditionErrors({ conditions = [] }: PodCertificateRequestStatus): FieldError[] {
  const errors = conditions.flatMap(({ type, status }, i) => {
    const path = CONDITIONS.index(i);
    if (!STATES.includes(type)) return [notSupported(path.child('type'), type, STATES)];
    return [
      ...(i > 0 ? [invalid(path.child('type'), type, MOST_ONE)] : []),
      ...(status === 'True' ? [] : [notSupported(path.child('status'), status, ['True'])]),
    ];
  });
  return [...errors, ...validateConditions(conditions, CONDITIONS)];
}

const MOST_ONE = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';

async function issuedErrors({ spec, status = {} }: PodCertificateRequest, now: number): Promise<FieldError[]> {
  const { certificateChain = '' } = status;
  if (Buffer.byteLength(certificateChain) > MAX_CHAIN_BYTES) return [tooLong(CHAIN, MAX_CHAIN_BYTES)];
  const [leaf, ...others] = pemBlocks(certificateChain);
  if (!leaf) return [invalidUnshown(CHAIN, 'issued certificate chain must contain at least one certificate')];
  if ([leaf, ...others].some(({ type }) => type !== 'CERTIFICATE')) {
    return [invalidUnshown(CHAIN, 'issued certificate chain must consist entirely of CERTIFICATE PEM blocks')];
  }
  const certificate = parseCertificate(leaf.bytes);
  if (!certificate) return [invalidUnshown(CHAIN, 'leaf certificate does not parse as valid X.509')];
  const wanted = await requestedKey({ metadata: {}, spec });
  if (!wanted?.equals(certificate.publicKey.export({ format: 'der', type: 'spki' }))) {
    return [invalidUnshown(CHAIN, 'leaf certificate was not issued to the requested public key')];
  }
  const errors = timeErrors(status, { certificate, now, longest: (spec.maxExpirationSeconds ?? 0) * 1000 });
  if (errors.length > 0 || others.every(({ bytes }) => parseCertificate(bytes))) return errors;
  return [invalidUnshown(CHAIN, 'intermediate certificate does not parse as valid X.509')];
}

async function requestedKey({ spec }: PodCertificateRequest): Promise<Buffer | undefined> {
  const { pkixPublicKey, stubPKCS10Request } = spec;
  if (stubPKCS10Request) return signedRequestKey(Buffer.from(stubPKCS10Request, 'base64'));
  return Buffer.from(pkixPublicKey ?? '', 'base64');
}

/** The certificate of a request, and the limits of its times. */
interface Issued {
  readonly certificate: X509Certificate;
  readonly now: number;
  /** The longest lifetime, in milliseconds. */
  readonly longest: number;
}

function timeErrors(status: PodCertificateRequestStatus, { certificate, now, longest }: Issued): FieldError[] {
  const missing = missingErrors(status);
  if (missing.length > 0) return missing;
  const [validFrom, validTo] = [certificate.validFrom, certificate.validTo].map((text) => Date.parse(text));
  const { notBefore = '', notAfter = '', beginRefreshAt = '' } = status;
  const [start, end, refresh] = [notBefore, notAfter, beginRefreshAt].map((text) => Date.parse(text));
  const lifetime = validTo - validFrom;
  const rules: readonly (readonly [isBroken: boolean, path: FieldPath, shown: string, text: string])[] = [
    [start !== validFrom, BEFORE, notBefore, 'must be set to the NotBefore time encoded in the leaf certificate'],
    [
      Math.abs(start - now) >= SKEW,
      BEFORE,
      notBefore,
      "must be set to within 5 minutes of kube-apiserver's current time",
    ],
    [end !== validTo, AFTER, notAfter, 'must be set to the NotAfter time encoded in the leaf certificate'],
    [lifetime < HOUR, CHAIN, `${lifetime / 1000}s`, 'leaf certificate lifetime must be >= 1 hour'],
    [lifetime > longest, CHAIN, `${lifetime / 1000}s`, `${TOO_LONG} (${longest / 1000})`],
    [refresh < start + MARGIN, REFRESH, beginRefreshAt, 'must be at least 10 minutes after status.notBefore'],
    [refresh > end - MARGIN, REFRESH, beginRefreshAt, 'must be at least 10 minutes before status.notAfter'],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  return broken ? [invalid(broken[1], broken[2], broken[3])] : [];
}

const BEFORE = STATUS.child('notBefore');
const AFTER = STATUS.child('notAfter');
const REFRESH = STATUS.child('beginRefreshAt');
const TOO_LONG = 'leaf certificate lifetime must be <= spec.maxExpirationSeconds';

function missingErrors({ notBefore, notAfter, beginRefreshAt }: PodCertificateRequestStatus): FieldError[] {
  const text = 'must be present and consistent with the issued certificate';
  return [
    ...(notBefore === undefined ? [required(BEFORE, text)] : []),
    ...(notAfter === undefined ? [required(AFTER, text)] : []),
    ...(beginRefreshAt === undefined
      ? [required(REFRESH, 'must be present and in the range [notbefore+10min, notafter-10min]')]
      : []),
  ];
}
