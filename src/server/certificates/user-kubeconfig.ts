import { join } from 'node:path';
import { CertificateError } from './certificate-error.js';
import { issueCertificate } from './issuer.js';
import { expiryOf, parseCertificate, readCertificateWithKey, readFileIfPresent, readRequiredFile } from './key-pair.js';
import { formatKubeconfig } from './kubeconfig.js';

/** The user and the server of a kubeconfig. */
export interface UserKubeconfig {
  /** The directory of the server's certificates. */
  readonly directory: string;
  readonly user: string;
  readonly groups: readonly string[];
  /** How long its certificate is valid, in milliseconds; not beyond the authority. */
  readonly validity: number;
  /** The server's URL; that of the administrator's kubeconfig when empty. */
  readonly server: string;
  readonly now?: Date;
}

/**
 * Writes a kubeconfig for any identity, with a client certificate that the cluster's own authority signs. Throws
 * CertificateError where the server has not been started yet.
 */
export async function writeUserKubeconfig(request: UserKubeconfig): Promise<string> {
  const { directory, user, groups, validity, now = new Date() } = request;
  const path = join(directory, 'ca.crt');
  if ((await readFileIfPresent(path)) === undefined) {
    throw new CertificateError(path, 'there is no such file', 'Start the server once, or name its --data-dir.');
  }
  const authority = await readCertificateWithKey({ certificate: path, key: join(directory, 'ca.key') });
  if (expiryOf(parseCertificate(authority.certificate, path)) <= now.getTime()) {
    throw new CertificateError(path, 'has expired', 'Start the server, which reissues it.');
  }
  const subject = { commonName: user, organizations: groups };
  const client = await issueCertificate(authority, { subject, usage: 'client', validity }, now);
  const server = request.server === '' ? await knownServer(directory) : request.server;
  return formatKubeconfig({ server, authority: authority.certificate, user, client });
}

/** Where the server listened last. */
async function knownServer(directory: string): Promise<string> {
  const path = join(directory, 'admin.kubeconfig');
  const [, server] = /^ {4}server: (".*")$/m.exec(await readRequiredFile(path)) ?? [];
  if (server === undefined) throw new CertificateError(path, 'names no server', 'Give the URL as --server.');
  return JSON.parse(server) as string;
}
