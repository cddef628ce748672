import { FieldPath, invalid, isDns1123Subdomain, tooLong, type FieldError } from '../../../src/plugin-api/index.js';
import {
  pemBlocks,
  validateImmutable,
  validateObjectMetaUpdate,
  type PemBlock,
} from '../../../src/plugin-api/built-in.js';
import { validateSignerName } from '../../core/index.js';
import { parseCertificate } from '../certificate-signing-request/issued-certificate.js';
import type { ClusterTrustBundle } from './cluster-trust-bundle.v1alpha1.js';

const NAME = FieldPath.of('metadata', 'name');
const SIGNER = FieldPath.of('spec', 'signerName');
const BUNDLE = FieldPath.of('spec', 'trustBundle');
const MAX_BYTES = 1_048_576;

/** Validates a bundle: its name contains the signer, and it contains certificates of authorities only. */
export function validateClusterTrustBundle(bundle: ClusterTrustBundle): FieldError[] {
  return [...headErrors(bundle), ...bundleErrors(bundle.spec.trustBundle ?? '')];
}

/** Checks a change; certificates that stay as they are were checked before. */
export function validateClusterTrustBundleUpdate(bundle: ClusterTrustBundle, old: ClusterTrustBundle): FieldError[] {
  const { signerName = '', trustBundle = '' } = bundle.spec;
  return [
    ...headErrors(bundle),
    ...(trustBundle === (old.spec.trustBundle ?? '') ? [] : bundleErrors(trustBundle)),
    ...validateObjectMetaUpdate(bundle.metadata, old.metadata),
    ...validateImmutable(signerName, old.spec.signerName ?? '', SIGNER),
  ];
}

function headErrors({ metadata: { name = '' }, spec: { signerName = '' } }: ClusterTrustBundle): FieldError[] {
  return [
    ...nameFaults(name, signerName).map((fault) => invalid(NAME, name, fault)),
    ...(signerName === '' ? [] : validateSignerName(SIGNER, signerName)),
  ];
}

function nameFaults(name: string, signerName: string): string[] {
  if (signerName === '') {
    if (name.includes(':')) return ['ClusterTrustBundle without signer name must not have ":" in its name'];
    return isDns1123Subdomain(name);
  }
  const prefix = `${signerName.replaceAll('/', ':')}:`;
  if (name.startsWith(prefix)) return isDns1123Subdomain(name.slice(prefix.length));
  return [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`];
}

function bundleErrors(text: string): FieldError[] {
  if (Buffer.byteLength(text) > MAX_BYTES) return [tooLong(BUNDLE, MAX_BYTES)];
  const blocks = pemBlocks(text);
  const faults = blocks.flatMap((block, at) => entryFault(block, at) ?? []);
  const found = faults.length > 0 ? faults : collectionFaults(blocks);
  return found.map((fault) => invalid(BUNDLE, '<value omitted>', fault));
}

function entryFault({ type, hasHeaders, bytes }: PemBlock, at: number): string | undefined {
  if (type !== 'CERTIFICATE') return `entry ${at} has bad block type: ${type}`;
  if (hasHeaders) return `entry ${at} has PEM block headers`;
  const certificate = parseCertificate(bytes);
  if (!certificate) return `entry ${at} does not parse as X.509`;
  return certificate.ca ? undefined : `entry ${at} does not have the CA bit set`;
}

function collectionFaults(blocks: readonly PemBlock[]): string[] {
  if (blocks.length === 0) return ['at least one trust anchor must be provided'];
  const places = new Map<string, number[]>();
  blocks.forEach(({ bytes }, at) => {
    const key = bytes.toString('base64');
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  });
  const repeated = [...places.values()].filter((indices) => indices.length > 1);
  return repeated.map((indices) => `duplicate trust anchor (indices [${indices.join(' ')}])`);
}
