import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHROMIUM, type ChromiumSettings } from './chromium.js';
import { run } from './packed-package.js';

/** A certificate with its key and its authority, in PEM. */
export interface BrowserIdentity {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

/** Where Debian's Chromium reads its policies. */
const POLICIES = '/etc/chromium';

/** `describe`, or `describe.skip` where a browser cannot be given certificates: that takes root, NSS's tools and OpenSSL. */
export const describeWithBrowserCertificates = isPossible() ? describe : describe.skip;

function isPossible(): boolean {
  const found = ['certutil', 'pk12util', 'openssl', 'unshare'].every(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0,
  );
  const mounts = found && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', POLICIES]).status === 0;
  if (mounts && existsSync(CHROMIUM)) return true;
  process.stderr.write('Certificates in a browser are not tested: root, chromium and libnss3-tools are needed.\n');
  return false;
}

/**
 * Makes a browser that trusts an authority and has a certificate, which it shows to `url` without asking the user. Policies
 * of the machine stay as they are: the browser has its own directory in their place.
 */
export async function browserWith(
  folder: string,
  { certificate, key, authority }: BrowserIdentity,
  url: string,
): Promise<ChromiumSettings> {
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const database = join(folder, '.pki', 'nssdb');
  await mkdir(database, { recursive: true });
  await run('certutil', ['-d', `sql:${database}`, '-N', '--empty-password']);
  await run('certutil', ['-d', `sql:${database}`, '-A', '-t', 'C,,', '-n', 'ca', '-i', await file('ca', authority)]);
  const [shown, secret, bundle] = [await file('crt', certificate), await file('key', key), join(folder, 'p12')];
  const names = ['-in', shown, '-inkey', secret, '-out', bundle, '-name', 'client', '-passout', 'pass:'];
  await run('openssl', ['pkcs12', '-export', ...names]);
  await run('pk12util', ['-d', `sql:${database}`, '-i', bundle, '-W', '']);
  const policy = await file('policy.json', policyFor(url));
  const program = await file('browser', launcher(policy));
  await chmod(program, 0o700);
  return { program, home: folder };
}

function policyFor(url: string): string {
  return JSON.stringify({ AutoSelectCertificateForUrls: [JSON.stringify({ pattern: url, filter: {} })] });
}

function launcher(policy: string): string {
  const inside = `mount -t tmpfs none ${POLICIES} && mkdir -p ${POLICIES}/policies/managed && cp ${policy} ${POLICIES}/policies/managed/ && exec ${CHROMIUM} "$@"`;
  return `#!/bin/sh\nexec unshare --mount sh -c '${inside}' sh "$@"\n`;
}
