import {
  duplicate,
  FieldPath,
  forbidden,
  invalid,
  isDeepEqual,
  notSupported,
  required,
  type FieldError,
} from '../../../src/plugin-api/index.js';
import { repeatFinder, validateObjectMetaUpdate, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateSignerName } from '../../core/index.js';
import {
  type CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
} from './certificate-signing-request.v1.js';
import { certificateFault } from './issued-certificate.js';
import { KEY_USAGES } from './key-usages.js';

const SPEC = FieldPath.of('spec');
const CONDITIONS = FieldPath.of('status', 'conditions');
const CERTIFICATE = FieldPath.of('status', 'certificate');
/** Signers before they had names; only the former version lets them be asked. */
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown';
const checkSpec = fieldChecker(CertificateSigningRequestSpec);
const checkCondition = fieldChecker(CertificateSigningRequestCondition);
const DECISIONS = ['Approved', 'Denied'];
/** The conditions that are permanent, and can only be true. */
const LASTING = [...DECISIONS, 'Failed'];
const STATUSES = ['False', 'True', 'Unknown'];

/** Checks a request but for the PKCS #10 in it. The former version lets the legacy signer be asked, for any usages. */
export function validateCertificateSigningRequest(
  request: CertificateSigningRequest,
  { isFormer }: { readonly isFormer: boolean },
): FieldError[] {
  return [
    ...specErrors(request.spec, { allowsLegacySigner: isFormer, allowsAnyUsages: isFormer }),
    ...conditionErrors(request.status?.conditions ?? []),
  ];
}

/** Checks a change: nothing that was decided goes away, decisions and certificates come through their subresources. */
export function validateCertificateSigningRequestUpdate(
  request: CertificateSigningRequest,
  old: CertificateSigningRequest,
  subresource: string,
): FieldError[] {
  const { conditions = [], certificate = '' } = request.status ?? {};
  const { conditions: before = [], certificate: issued = '' } = old.status ?? {};
  return [
    ...specErrors(request.spec, {
      allowsLegacySigner: old.spec.signerName === LEGACY_SIGNER,
      allowsAnyUsages: areUnchecked(old.spec.usages),
    }),
    ...conditionErrors(conditions),
    ...(certificate === issued ? [] : contentErrors(certificate)),
    ...removalErrors(conditions, before),
    ...(subresource === 'approval' ? [] : decisionErrors(conditions, before)),
    ...(certificate === issued ? [] : issueErrors(issued, subresource)),
    ...validateObjectMetaUpdate(request.metadata, old.metadata),
  ];
}

/** The faults that are accepted if the stored object has them (ratcheting). */
interface Leniency {
  readonly allowsLegacySigner: boolean;
  readonly allowsAnyUsages: boolean;
}

function areUnchecked(usages: readonly string[] = []): boolean {
  return usages.some((usage) => !KEY_USAGES.includes(usage)) || new Set(usages).size < usages.length;
}

function specErrors(
  spec: CertificateSigningRequestSpec,
  { allowsLegacySigner, allowsAnyUsages }: Leniency,
): FieldError[] {
  const { usages = [], signerName = '' } = spec;
  const signer = SPEC.child('signerName');
  const errors = allowsAnyUsages && usages.length > 0 ? [] : usageErrors(usages);
  if (signerName === LEGACY_SIGNER && !allowsLegacySigner) {
    errors.push(invalid(signer, signerName, 'the legacy signerName is not allowed via this API version'));
  } else {
    errors.push(...validateSignerName(signer, signerName));
  }
  return [...errors, ...checkSpec(spec, SPEC)];
}

function usageErrors(usages: readonly string[]): FieldError[] {
  const path = SPEC.child('usages');
  if (usages.length === 0) return [required(path)];
  const isRepeat = repeatFinder<string>();
  const unknown = usages.flatMap((usage, at) =>
    KEY_USAGES.includes(usage) ? [] : [notSupported(path.index(at), usage, KEY_USAGES)],
  );
  return [...unknown, ...usages.flatMap((usage, at) => (isRepeat(usage) ? [duplicate(path.index(at), usage)] : []))];
}

function conditionErrors(conditions: readonly CertificateSigningRequestCondition[]): FieldError[] {
  const seen = new Set<string>();
  return conditions.flatMap((condition, at) => {
    const { type = '', status = '' } = condition;
    const path = CONDITIONS.index(at);
    const errors = checkCondition(condition, path);
    errors.push(...statusErrors(type, status, path.child('status')));
    const other = DECISIONS.includes(type) && DECISIONS.find((each) => each !== type);
    if (other && seen.has(other)) {
      errors.push(invalid(path.child('type'), type, 'Approved and Denied conditions are mutually exclusive'));
    }
    if (seen.has(type)) errors.push(duplicate(path.child('type'), type));
    seen.add(type);
    return errors;
  });
}

function statusErrors(type: string, status: string, path: FieldPath): FieldError[] {
  const allowed = LASTING.includes(type) ? ['True'] : STATUSES;
  if (status === '') return [required(path)];
  return allowed.includes(status) ? [] : [notSupported(path, status, allowed)];
}

function contentErrors(certificate: string): FieldError[] {
  const fault = certificateFault(certificate);
  return fault === undefined ? [] : [invalid(CERTIFICATE, '<certificate data>', fault)];
}

type Conditions = readonly CertificateSigningRequestCondition[];

function ofType(conditions: Conditions, type: string): Conditions {
  return conditions.filter((condition) => condition.type === type);
}

function removalErrors(conditions: Conditions, before: Conditions): FieldError[] {
  return LASTING.filter((type) => ofType(conditions, type).length < ofType(before, type).length).map((type) =>
    forbidden(CONDITIONS, `updates may not remove a condition of type "${type}"`),
  );
}

function decisionErrors(conditions: Conditions, before: Conditions): FieldError[] {
  return DECISIONS.flatMap((type) => {
    const [now, then] = [ofType(conditions, type), ofType(before, type)];
    if (now.length > then.length) return [forbidden(CONDITIONS, `updates may not add a condition of type "${type}"`)];
    if (now.length < then.length || isDeepEqual(now, then)) return [];
    return [forbidden(CONDITIONS, `updates may not modify a condition of type "${type}"`)];
  });
}

function issueErrors(issued: string, subresource: string): FieldError[] {
  if (subresource !== 'status') return [forbidden(CERTIFICATE, 'updates may not set certificate content')];
  return issued === '' ? [] : [forbidden(CERTIFICATE, 'updates may not modify existing certificate content')];
}
