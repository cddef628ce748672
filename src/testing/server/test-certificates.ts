import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureServerCertificates } from '../../server/index.js';

/** Valid at any time that a test sets its clock to, and for clients, which go by the real time. */
const BEGIN = new Date(Date.UTC(2000, 0, 1));
const VALIDITY = 100 * 365 * 86_400_000;
/** Where a server under test listens. */
export const LOOPBACK = '127.0.0.1';

/** Certificates and keys of this process by file name: made once, because that takes longer than a whole start. */
let made: ReadonlyMap<string, string> | undefined;

/** Writes certificates for a server into a directory. All servers of a process have the same. */
export async function writeTestCertificates(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (made) {
    // Opening a new file takes half a millisecond and more: beside one another.
    await Promise.all([...made].map(([name, text]) => writeFile(join(directory, name), text, { mode: 0o600 })));
    return;
  }
  const network = { advertiseAddress: '', externalHostname: '', serviceClusterIpRanges: ['10.0.0.0/24'] };
  const names = { bindAddress: LOOPBACK, ...network };
  await ensureServerCertificates({ directory, names, isFrontProxy: true, now: BEGIN, validity: VALIDITY });
  made = new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}
