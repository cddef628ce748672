import { createPublicKey } from 'node:crypto';
import { join } from 'node:path';
import { PRIVATE_MODE, writeFileAtomically } from './atomic-file.js';
import { CertificateError } from './certificate-error.js';
import { AUTHORITIES, type AuthorityFile, filesOf, storePair, storeSigningKey } from './cluster-certificates.js';
import { createAuthority, generateSigningKey } from './issuer.js';
import { type CertificateWithKey, parsePrivateKey, readCertificateWithKey, readFileIfPresent } from './key-pair.js';

/** A private key that all servers of a cluster have, with what belongs to it, as one text. Methods throw CertificateError. */
export interface SharedKey {
  /** Names it among the others. */
  readonly name: string;
  /** Returns the text of its files; undefined if there are none. */
  read(): Promise<string | undefined>;
  /** Makes that of a new cluster. */
  make(): Promise<string>;
  write(text: string): Promise<void>;
  /** Throws where a text that was read has another key than one that is shared. */
  checkSame(own: string, shared: string): void;
}

/** Returns an authority of the directory. */
export function sharedAuthority(directory: string, name: AuthorityFile): SharedKey {
  const files = filesOf(directory, name);
  const pairIn = (text: string): CertificateWithKey => JSON.parse(text) as CertificateWithKey;
  return {
    name,
    read: async () => {
      if ((await readFileIfPresent(files.certificate)) === undefined) return undefined;
      const { certificate, key } = await readCertificateWithKey(files);
      return JSON.stringify({ certificate, key });
    },
    make: async () => JSON.stringify(await createAuthority(AUTHORITIES[name], new Date())),
    write: (text) => storePair(files, pairIn(text)),
    checkSame: (own, shared) => checkSameKey(files.key, pairIn(own).key, pairIn(shared).key),
  };
}

/** Returns the key of service account tokens. */
export function sharedSigningKey(directory: string): SharedKey {
  const path = join(directory, 'sa.key');
  return {
    name: 'service-account-key',
    read: () => readFileIfPresent(path),
    make: async () => generateSigningKey(),
    write: (text) => storeSigningKey(directory, text),
    checkSame: (own, shared) => checkSameKey(path, own, shared),
  };
}

/** Writes a file that only the server's user may read. */
export function writePrivateFile(path: string, content: string): Promise<void> {
  return writeFileAtomically(path, content, PRIVATE_MODE);
}

function checkSameKey(path: string, own: string, shared: string): void {
  const [one, other] = [own, shared].map((key) =>
    createPublicKey(parsePrivateKey(key, path)).export({ type: 'spki', format: 'pem' }),
  );
  if (one === other) return;
  const remedy = 'Move it away with its certificate to take over the shared one, or give another --cert-dir.';
  throw new CertificateError(path, 'is not the key that the servers of this store share', remedy);
}
