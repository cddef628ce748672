import { type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { PodCertificateRequest } from './pod-certificate-request.v1beta1.js';

/** The columns of `kubectl get podcertificaterequests`. */
export const podCertificateRequestColumns: readonly Column<PodCertificateRequest>[] = [
  nameColumn(),
  textColumn('PodName', 'Pod that the certificate is for.', ({ spec }) => spec.podName),
  textColumn('ServiceAccountName', 'Service account that the pod runs as.', ({ spec }) => spec.serviceAccountName),
  textColumn('NodeName', 'Node that the pod runs on.', ({ spec }) => spec.nodeName),
  textColumn('SignerName', 'The signer that is asked.', ({ spec }) => spec.signerName),
  textColumn('State', 'Pending, Issued, Denied or Failed.', formatState),
  ageColumn(),
];

function textColumn(
  name: string,
  description: string,
  cell: (request: PodCertificateRequest) => string,
): Column<PodCertificateRequest> {
  return { name, type: 'string', description, cell };
}

function formatState({ status }: PodCertificateRequest): string {
  return status?.conditions?.find(({ status: value }) => value === 'True')?.type ?? 'Pending';
}
