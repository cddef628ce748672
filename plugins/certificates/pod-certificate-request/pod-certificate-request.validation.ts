import {
  type FieldError,
  FieldPath,
  invalid,
  isDeepEqual,
  isDns1123Subdomain,
  required,
  tooLong,
} from '../../../src/plugin-api/index.js';
import { IMMUTABLE_MESSAGE, invalidUnshown, validateAnnotations } from '../../../src/plugin-api/built-in.js';
import { validateSignerName } from '../../core/index.js';
import { signedRequestKey } from '../certificate-signing-request/pkcs10.js';
import type { PodCertificateRequest, PodCertificateRequestSpec } from './pod-certificate-request.v1beta1.js';
import { hasSigned, keyFault, parsePublicKey } from './requested-key.js';

const SPEC = FieldPath.of('spec');
const KEY = SPEC.child('pkixPublicKey');
const PROOF = SPEC.child('proofOfPossession');
const STUB = SPEC.child('stubPKCS10Request');
const MAX_UID = 128;
const MAX_BYTES = 10 * 1024;
const SHORTEST_SECONDS = 3600;
const LONGEST_SECONDS = 7_862_400;
/** For the signers of Kubernetes itself. */
const LONGEST_SYSTEM_SECONDS = 86_400;

/** Checks a new request: whom it is for, and that its key is held by who asks. */
export async function validatePodCertificateRequest({ spec }: PodCertificateRequest): Promise<FieldError[]> {
  const errors = subjectErrors(spec);
  const expiration = expirationErrors(spec);
  if (spec.maxExpirationSeconds === undefined) return [...errors, ...expiration];
  return [...errors, ...expiration, ...(await proofErrors(spec))];
}

/** Checks a change: what is asked stays. */
export function validatePodCertificateRequestUpdate(
  { spec }: PodCertificateRequest,
  old: PodCertificateRequest,
): FieldError[] {
  return isDeepEqual(spec, old.spec) ? [] : [invalid(SPEC, spec, IMMUTABLE_MESSAGE)];
}

function subjectErrors(spec: PodCertificateRequestSpec): FieldError[] {
  return [
    ...validateSignerName(SPEC.child('signerName'), spec.signerName),
    ...annotationErrors(spec.unverifiedUserAnnotations),
    ...nameErrors(spec, 'podName', 'podUID'),
    ...nameErrors(spec, 'serviceAccountName', 'serviceAccountUID'),
    ...nameErrors(spec, 'nodeName', 'nodeUID'),
  ];
}

function annotationErrors(annotations: Readonly<Record<string, string>> | undefined): FieldError[] {
  const path = SPEC.child('unverifiedUserAnnotations');
  const plain = Object.keys(annotations ?? {}).filter((key) => !key.includes('/'));
  const text = "must be a domain-prefixed key, such as 'example.com/name'";
  return [...validateAnnotations(annotations, path), ...plain.map((key) => invalid(path.key(key), key, text))];
}

type SubjectMember = 'podName' | 'podUID' | 'serviceAccountName' | 'serviceAccountUID' | 'nodeName' | 'nodeUID';

function nameErrors(spec: PodCertificateRequestSpec, name: SubjectMember, uid: SubjectMember): FieldError[] {
  const [named, id] = [spec[name], spec[uid]];
  const path = SPEC.child(uid);
  return [
    ...isDns1123Subdomain(named).map((message) => invalid(SPEC.child(name), named, message)),
    ...(id === '' ? [invalid(path, id, 'must not be empty')] : []),
    ...(id.length > MAX_UID ? [tooLong(path, MAX_UID)] : []),
  ];
}

function expirationErrors({ maxExpirationSeconds: seconds, signerName }: PodCertificateRequestSpec): FieldError[] {
  const path = SPEC.child('maxExpirationSeconds');
  if (seconds === undefined) return [required(path, 'must be set')];
  const longest = isSystemSigner(signerName) ? LONGEST_SYSTEM_SECONDS : LONGEST_SECONDS;
  if (SHORTEST_SECONDS <= seconds && seconds <= longest) return [];
  return [invalid(path, seconds, `must be in the range [${SHORTEST_SECONDS}, ${longest}]`)];
}

function isSystemSigner(name: string): boolean {
  const [domain] = name.split('/', 1);
  return domain === 'kubernetes.io' || domain.endsWith('.kubernetes.io');
}

async function proofErrors(spec: PodCertificateRequestSpec): Promise<FieldError[]> {
  const [key, proof, stub] = [spec.pkixPublicKey, spec.proofOfPossession, spec.stubPKCS10Request].map(bytesOf);
  if (key.length > MAX_BYTES) return [tooLong(KEY, MAX_BYTES)];
  if (proof.length > MAX_BYTES) return [tooLong(PROOF, MAX_BYTES)];
  if (stub.length > MAX_BYTES) return [tooLong(STUB, MAX_BYTES)];
  if (stub.length > 0) return stubErrors(stub, key.length > 0 || proof.length > 0);
  const parsed = parsePublicKey(key);
  if (!parsed) return [invalidUnshown(KEY, 'must be a valid PKIX-serialized public key')];
  const fault = keyFault(parsed);
  if (fault !== undefined) return [invalidUnshown(KEY, fault)];
  return hasSigned(parsed, spec.podUID, proof)
    ? []
    : [invalidUnshown(PROOF, 'could not verify proof-of-possession signature')];
}

async function stubErrors(stub: Buffer, hasOthers: boolean): Promise<FieldError[]> {
  if (hasOthers) return [invalidUnshown(STUB, 'may not be set together with pkixPublicKey and proofOfPossession')];
  const der = await signedRequestKey(stub);
  const key = der && parsePublicKey(der);
  if (!key)
    return [invalidUnshown(STUB, 'must be a PKCS#10 request that is signed with the private key of its public key')];
  const fault = keyFault(key);
  return fault === undefined ? [] : [invalidUnshown(STUB, fault)];
}

/** Unset bytes are shown as null. */
function bytesOf(base64: string | null | undefined): Buffer {
  return Buffer.from(base64 ?? '', 'base64');
}
