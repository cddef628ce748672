import { NONE_CELL, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import { type ReleaseColumn, humanDuration } from '../../../src/plugin-api/built-in.js';
import type { CertificateSigningRequest } from './certificate-signing-request.v1.js';

/** The columns of `kubectl get certificatesigningrequests`. */
export const certificateSigningRequestColumns: readonly ReleaseColumn<CertificateSigningRequest>[] = [
  nameColumn(),
  ageColumn(),
  {
    name: 'SignerName',
    since: '1.18',
    type: 'string',
    description: 'Who is to sign.',
    cell: ({ spec }) => spec?.signerName || NONE_CELL,
  },
  { name: 'Requestor', type: 'string', description: 'Who asks.', cell: ({ spec }) => spec?.username ?? '' },
  {
    name: 'RequestedDuration',
    since: '1.22',
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
