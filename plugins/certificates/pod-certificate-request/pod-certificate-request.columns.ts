import { type Column, ageColumn, column, nameColumn } from '../../../src/plugin-api/index.js';
import type { PodCertificateRequest } from './pod-certificate-request.v1beta1.js';

/** The columns of `kubectl get podcertificaterequests`. */
export const podCertificateRequestColumns: readonly Column<PodCertificateRequest>[] = [
  nameColumn(),
  column('PodName', ({ spec }) => spec.podName, { description: 'Pod that the certificate is for.' }),
  column('ServiceAccountName', ({ spec }) => spec.serviceAccountName, {
    description: 'Service account that the pod runs as.',
  }),
  column('NodeName', ({ spec }) => spec.nodeName, { description: 'Node that the pod runs on.' }),
  column('SignerName', ({ spec }) => spec.signerName, { description: 'The signer that is asked.' }),
  column('State', formatState, { description: 'Pending, Issued, Denied or Failed.' }),
  ageColumn(),
];

function formatState({ status }: PodCertificateRequest): string {
  return status?.conditions?.find(({ status: value }) => value === 'True')?.type ?? 'Pending';
}
