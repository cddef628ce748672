import type { X509Certificate } from 'node:crypto';

/** Returns the values of one attribute of a certificate's subject, as they stand there. */
export function subjectValues(certificate: X509Certificate, attribute: 'CN' | 'O'): readonly string[] {
  const subject = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
  const values = subject?.[attribute];
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values];
}

/** Returns the common name of a certificate; the last where it has several, undefined where it has none. */
export function commonNameOf(certificate: X509Certificate): string | undefined {
  return subjectValues(certificate, 'CN').at(-1);
}
