import type { Pkcs10CertificateRequest } from '@peculiar/x509';

/** The built-in signers that are signed for, with the usages they allow and need. */
const SIGNERS: Readonly<Record<string, SignerRules>> = {
  'kubernetes.io/kube-apiserver-client': {
    allowed: ['client auth', 'digital signature', 'key encipherment'],
    needed: ['client auth'],
    isOfNode: false,
    hasNames: 'any',
  },
  'kubernetes.io/kube-apiserver-client-kubelet': {
    allowed: ['client auth', 'digital signature', 'key encipherment'],
    needed: ['client auth', 'digital signature'],
    isOfNode: true,
    hasNames: 'never',
  },
  'kubernetes.io/kubelet-serving': {
    allowed: ['server auth', 'digital signature', 'key encipherment'],
    needed: ['server auth', 'digital signature'],
    isOfNode: true,
    hasNames: 'always',
  },
};

interface SignerRules {
  readonly allowed: readonly string[];
  readonly needed: readonly string[];
  /** True for certificates of nodes: `system:node:NAME` of `system:nodes`. */
  readonly isOfNode: boolean;
  /** The requests that have alternative names: all, none, or any. */
  readonly hasNames: 'always' | 'never' | 'any';
}

const ALTERNATIVE_NAMES = '2.5.29.17';

/** Reports whether requests of a signer are signed by fake clusters. */
export function isSigned(signerName: string): boolean {
  return Object.hasOwn(SIGNERS, signerName);
}

/** Returns why a request does not fit its signer; undefined if it does (upstream: the rules of each Kubernetes signer). */
export function signingFault(
  signerName: string,
  request: Pkcs10CertificateRequest,
  usages: readonly string[],
): string | undefined {
  const { allowed, needed, isOfNode, hasNames } = SIGNERS[signerName];
  const isSubset = usages.every((usage) => allowed.includes(usage));
  if (!isSubset || !needed.every((usage) => usages.includes(usage))) return 'usages did not match the signer';
  if (isOfNode && !isNode(request)) return 'subject is not that of a node';
  const isNamed = request.getExtension(ALTERNATIVE_NAMES) !== null;
  if (hasNames === 'always' && !isNamed) return 'needs at least one DNS name or IP address';
  return hasNames === 'never' && isNamed ? 'alternative names are not allowed' : undefined;
}

function isNode({ subjectName }: Pkcs10CertificateRequest): boolean {
  const organizations = subjectName.getField('O');
  const isInGroup = organizations.length === 1 && organizations[0] === 'system:nodes';
  return isInGroup && (subjectName.getField('CN').at(-1) ?? '').startsWith('system:node:');
}
