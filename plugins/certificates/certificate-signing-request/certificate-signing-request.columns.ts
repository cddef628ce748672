import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import { humanDuration } from '../../../src/plugin-api/built-in.js';
import type { CertificateSigningRequest } from './certificate-signing-request.v1.js';

/** The columns of `kubectl get certificatesigningrequests`. */
export const certificateSigningRequestColumns: readonly Column<CertificateSigningRequest>[] = [
  nameColumn(),
  ageColumn(),
  {
    name: 'SignerName',
    type: 'string',
    description: 'Who is to sign.',
    cell: ({ spec }) => spec?.signerName || NONE_CELL,
  },
  { name: 'Requestor', type: 'string', description: 'Who asks.', cell: ({ spec }) => spec?.username ?? '' },
  {
    name: 'RequestedDuration',
    type: 'string',
    description: 'How long the certificate is wanted for.',
    cell: ({ spec }) => {
      const seconds = spec?.expirationSeconds;
      return seconds === undefined ? NONE_CELL : humanDuration(seconds * 1000);
    },
  },
  { name: 'Condition', type: 'string', description: 'What was decided.', cell: describeDecision },
];

function describeDecision({ status }: CertificateSigningRequest): string {
  const types = new Set((status?.conditions ?? []).map(({ type }) => type));
  const decision = types.has('Denied') ? 'Denied' : types.has('Approved') ? 'Approved' : 'Pending';
  return `${decision}${types.has('Failed') ? ',Failed' : ''}${status?.certificate ? ',Issued' : ''}`;
}
