import { type PeerCertificate, checkServerIdentity } from 'node:tls';

/** OpenSSL's message for a SHA-1 signature. */
export const WEAK_SIGNATURE = 'CA signature digest algorithm too weak';
/** The message for a certificate that names its server in its subject only. */
export const NAMELESS = 'x509: certificate relies on legacy Common Name field, use SANs instead';
/** The code of that error. */
export const NAMELESS_CODE = 'CERTIFICATE_WITHOUT_NAMES';

/** An audit annotation: its key and its value. */
export type AuditAnnotation = readonly [key: string, value: string];

/**
 * Returns the audit annotation, as in the reference, for a server whose certificate is of a sort that clients have
 * stopped to accept, by the message of the failure; undefined for other failures.
 */
export function certificateAnnotation(host: string, reason: string): AuditAnnotation | undefined {
  if (reason.includes(NAMELESS)) {
    const text = 'relies on a legacy Common Name field instead of the SAN extension for subject validation';
    return [`missing-san.invalid-cert.kubernetes.io/${host}`, text];
  }
  if (!reason.includes(WEAK_SIGNATURE)) return undefined;
  return [`insecure-sha1.invalid-cert.kubernetes.io/${host}`, 'uses an insecure SHA-1 signature'];
}

/**
 * Checks whom a certificate is made out to. Names count where they belong only, as in Go: Node takes the common name
 * where there are no others; `onNameless` is called then.
 */
export function checkNames(host: string, shown: PeerCertificate, onNameless: () => void): Error | undefined {
  if (shown.subjectaltname) return checkServerIdentity(host, shown);
  onNameless();
  return Object.assign(new Error(NAMELESS), { code: NAMELESS_CODE });
}
