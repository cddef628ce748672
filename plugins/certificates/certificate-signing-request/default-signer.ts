import { createRequire } from 'node:module';
import type { Pkcs10CertificateRequest } from '@peculiar/x509';
import { requestBytes } from './request-bytes.js';

const NODE_USER = 'system:node:';
const NODE_GROUP = 'system:nodes';
const CLIENT_USAGES = ['client auth', 'digital signature'];
const SERVING_USAGES = ['digital signature', 'server auth'];
const OPTIONAL_USAGE = 'key encipherment';

/**
 * Returns the default signer of a request: one of the signers of nodes if it looks like theirs (upstream:
 * DefaultSignerNameFromSpec).
 */
export function defaultSigner(request: string | undefined, usages: readonly string[]): string {
  const parsed = parse(requestBytes(request ?? ''));
  if (parsed && isOfNode(parsed)) {
    const names = alternativeNames(parsed);
    if (names.length === 0 && areUsages(usages, CLIENT_USAGES)) return 'kubernetes.io/kube-apiserver-client-kubelet';
    const isOfServer = names.length > 0 && names.every((type) => type === 'dns' || type === 'ip');
    if (isOfServer && areUsages(usages, SERVING_USAGES)) return 'kubernetes.io/kubelet-serving';
  }
  return 'kubernetes.io/legacy-unknown';
}

/** Defaults cannot wait; few servers ever see such a request, so the parser is loaded for it. */
function parse(bytes: Buffer | undefined): Pkcs10CertificateRequest | undefined {
  if (!bytes) return undefined;
  const load = createRequire(import.meta.url);
  load('reflect-metadata');
  const x509 = load('@peculiar/x509') as typeof import('@peculiar/x509');
  try {
    return new x509.Pkcs10CertificateRequest(bytes);
  } catch {
    return undefined;
  }
}

function isOfNode({ subjectName }: Pkcs10CertificateRequest): boolean {
  const organizations = subjectName.getField('O');
  const isInGroup = organizations.length === 1 && organizations[0] === NODE_GROUP;
  return isInGroup && (subjectName.getField('CN').at(-1) ?? '').startsWith(NODE_USER);
}

const ALTERNATIVE_NAMES = '2.5.29.17';

function alternativeNames(request: Pkcs10CertificateRequest): string[] {
  const extension = request.getExtension(ALTERNATIVE_NAMES) as { names: { items: readonly { type: string }[] } } | null;
  return extension?.names.items.map(({ type }) => type) ?? [];
}

function areUsages(usages: readonly string[], wanted: readonly string[]): boolean {
  const given = new Set(usages);
  given.delete(OPTIONAL_USAGE);
  return given.size === wanted.length && wanted.every((usage) => given.has(usage));
}
