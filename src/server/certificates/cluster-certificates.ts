import { createPrivateKey, createPublicKey, type X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { PRIVATE_MODE, PUBLIC_MODE, writeFileAtomically } from './atomic-file.js';
import { CertificateError } from './certificate-error.js';
import {
  type AuthorityOptions,
  createAuthority,
  generateSigningKey,
  issueCertificate,
  type LeafRequest,
} from './issuer.js';
import {
  beginOf,
  expiryOf,
  parseCertificate,
  parsePrivateKey,
  periodFault,
  readCertificateWithKey,
  readFileIfPresent,
  readRequiredFile,
  type CertificateFiles,
  type CertificateWithKey,
} from './key-pair.js';
import { formatKubeconfig } from './kubeconfig.js';
import { coversNames, namesOfCertificate, servingNames, type ServingNameSources } from './serving-names.js';

/** Where certificates are kept, what they are for, and which were provided (an empty path means none). */
export interface CertificateSettings {
  readonly directory: string;
  readonly names: ServingNameSources;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly serviceAccountSigningKeyFile?: string;
  /** True if the server shows extension servers its own certificate. */
  readonly isFrontProxy?: boolean;
  readonly now?: Date;
  /** Milliseconds that new certificates are valid; ten years for authorities and one for others when not given. */
  readonly validity?: number;
}

/** Everything a server needs to be trusted and to trust: PEM texts. */
export interface ClusterCertificates {
  /** The authority that client certificates and our own serving certificate are signed by. */
  readonly authority: string;
  readonly serving: CertificateWithKey;
  /** The private key that service account tokens are signed with. */
  readonly serviceAccountKey: string;
  /** The client certificate of an administrator (group system:masters). */
  readonly admin: CertificateWithKey;
  /** The certificate by which the server names users to extension servers; undefined where one is provided. */
  readonly frontProxy: FrontProxyCertificates | undefined;
}

/** Those of any server: an extension server has no administrator. */
export type ServerCertificates = Omit<ClusterCertificates, 'admin'> & Partial<Pick<ClusterCertificates, 'admin'>>;

/** A front proxy's client certificate, and the authority of its own that signs nothing else. */
export interface FrontProxyCertificates {
  readonly authority: string;
  readonly client: CertificateWithKey;
}

/** The common names of the authorities that are made here, by the names of their files. */
export const AUTHORITIES = { ca: 'kubernetes', 'front-proxy-ca': 'front-proxy-ca' } as const;
/** The name of the files of an authority. */
export type AuthorityFile = keyof typeof AUTHORITIES;

const ADMIN = 'kubernetes-admin';
const ADMINISTRATOR = { commonName: ADMIN, organizations: ['system:masters'] };
/** The common name of the certificate that is shown to extension servers. */
export const FRONT_PROXY = 'front-proxy-client';
const RENEWAL_TIME = 30 * 86_400_000;

/** Reads the certificates of the directory and makes what is missing or soon out of date; throws CertificateError. */
export async function ensureClusterCertificates(settings: CertificateSettings): Promise<ClusterCertificates> {
  const { directory, now = new Date(), validity } = settings;
  const authority = await ensureAuthority({ directory, now, validity });
  const issue = { authority, directory, now, validity };
  const [serving, admin, serviceAccountKey, frontProxy] = await Promise.all([
    ensureServing(settings, issue),
    ensureLeaf('admin', { subject: ADMINISTRATOR, usage: 'client' }, issue),
    ensureSigningKey(directory, settings.serviceAccountSigningKeyFile ?? ''),
    settings.isFrontProxy ? ensureFrontProxy({ directory, now, validity }) : undefined,
  ]);
  return { authority: authority.certificate, serving, admin, serviceAccountKey, frontProxy };
}

/**
 * Creates the certificates of any server; no server trusts the tokens that an extension server signs, so its key lives
 * as long as the process.
 */
export async function ensureServerCertificates(settings: CertificateSettings): Promise<ServerCertificates> {
  if (!settings.names.isExtension) return ensureClusterCertificates(settings);
  const own = await ensureServingCertificate(settings);
  return { ...own, serviceAccountKey: generateSigningKey(), frontProxy: undefined };
}

/** Reads the serving certificate, or makes one that is missing or soon out of date. */
export async function ensureServingCertificate(
  settings: CertificateSettings,
): Promise<Pick<ClusterCertificates, 'authority' | 'serving'>> {
  const { directory, now = new Date(), validity } = settings;
  const authority = await ensureAuthority({ directory, now, validity });
  const serving = await ensureServing(settings, { authority, directory, now, validity });
  return { authority: authority.certificate, serving };
}

function ensureServing(
  { tlsCertFile = '', tlsPrivateKeyFile = '', names }: CertificateSettings,
  issue: Issue,
): Promise<CertificateWithKey> {
  if (tlsCertFile !== '' && tlsPrivateKeyFile !== '') {
    return readCertificateWithKey({ certificate: tlsCertFile, key: tlsPrivateKeyFile });
  }
  return ensureLeaf(
    'apiserver',
    { subject: { commonName: 'kube-apiserver' }, usage: 'server', names: servingNames(names) },
    issue,
  );
}

/** Users' certificates are never signed by the authority of front proxies: its certificates may name any user. */
async function ensureFrontProxy(period: IssuePeriod): Promise<FrontProxyCertificates> {
  const authority = await ensureAuthority(period, 'front-proxy-ca');
  const request: LeafRequest = { subject: { commonName: FRONT_PROXY }, usage: 'client' };
  const client = await ensureLeaf(FRONT_PROXY, request, { authority, ...period });
  return { authority: authority.certificate, client };
}

/** Writes `admin.kubeconfig` for a server's URL, if it is not there with this content; returns its path. */
export async function writeAdminKubeconfig(
  directory: string,
  server: string,
  { authority, admin }: { readonly authority: string; readonly admin: CertificateWithKey },
): Promise<string> {
  const path = join(directory, 'admin.kubeconfig');
  const content = formatKubeconfig({ server, authority, user: ADMIN, client: admin });
  if ((await readFileIfPresent(path)) !== content) await writeFileAtomically(path, content, PRIVATE_MODE);
  return path;
}

interface IssuePeriod {
  readonly directory: string;
  readonly now: Date;
  readonly validity: number | undefined;
}

interface Issue extends IssuePeriod {
  readonly authority: CertificateWithKey;
}

/**
 * A certificate that was issued with a wrong clock, or expires soon, is reissued with its key: certificates it has
 * signed, and clients that trust it, are unaffected.
 */
async function ensureAuthority(period: IssuePeriod, file: AuthorityFile = 'ca'): Promise<CertificateWithKey> {
  const { directory, now, validity } = period;
  const files = filesOf(directory, file);
  const name = AUTHORITIES[file];
  if (await isMissing(files)) return makeAuthority(files, name, { now, validity });
  const authority = await readOwn(files);
  const certificate = parseCertificate(authority.certificate, files.certificate);
  if (isLasting(certificate, now)) return authority;
  if (isMadeHere(certificate, authority, name)) return makeAuthority(files, name, { now, key: authority.key });
  const fault = periodFault(authority.certificate, now);
  if (fault === undefined) return authority;
  throw new CertificateError(
    files.certificate,
    fault,
    `Replace it, or empty ${directory} to have all generated again.`,
  );
}

async function makeAuthority(
  files: CertificateFiles,
  name: string,
  { now, ...options }: AuthorityOptions & { readonly now: Date },
): Promise<CertificateWithKey> {
  const created = await createAuthority(name, now, options);
  await storePair(files, created);
  return created;
}

/** Distinguishes the authorities of `createAuthority` from imported ones. */
function isMadeHere({ subject, issuer }: X509Certificate, { key }: CertificateWithKey, name: string): boolean {
  const isOwnName = subject === `CN=${name}` && issuer === subject;
  return isOwnName && createPrivateKey(key).asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

function isLasting(certificate: X509Certificate, now: Date): boolean {
  return beginOf(certificate) <= now.getTime() && expiryOf(certificate) - now.getTime() > RENEWAL_TIME;
}

async function ensureLeaf(name: string, request: LeafRequest, issue: Issue): Promise<CertificateWithKey> {
  const { authority, directory, now, validity } = issue;
  const files = filesOf(directory, name);
  if (!(await isMissing(files))) {
    const present = await readOwn(files);
    const certificate = parseCertificate(present.certificate, files.certificate);
    if (isUsable(certificate, request, issue)) return present;
  }
  const issued = await issueCertificate(authority, { validity, ...request }, now);
  await storePair(files, issued);
  return issued;
}

function isUsable(certificate: X509Certificate, { names }: LeafRequest, { authority, now }: Issue): boolean {
  const isFromAuthority = certificate.verify(createPublicKey(authority.certificate));
  const isComplete = names === undefined || coversNames(namesOfCertificate(certificate.subjectAltName), names);
  return isFromAuthority && isLasting(certificate, now) && isComplete;
}

async function ensureSigningKey(directory: string, givenPath: string): Promise<string> {
  if (givenPath !== '') {
    const key = await readRequiredFile(givenPath);
    parsePrivateKey(key, givenPath);
    return key;
  }
  const path = join(directory, 'sa.key');
  const present = await readFileIfPresent(path);
  if (present !== undefined) {
    parsePrivateKey(present, path);
    return present;
  }
  const key = generateSigningKey();
  await storeSigningKey(directory, key);
  return key;
}

/** Writes the key of service account tokens, and its public key beside it. */
export async function storeSigningKey(directory: string, key: string): Promise<void> {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  await writeFileAtomically(join(directory, 'sa.pub'), publicKey, PUBLIC_MODE);
  await writeFileAtomically(join(directory, 'sa.key'), key, PRIVATE_MODE);
}

/** Returns the files of a certificate of the directory, by their name. */
export function filesOf(directory: string, name: string): CertificateFiles {
  return { certificate: join(directory, `${name}.crt`), key: join(directory, `${name}.key`) };
}

/**
 * The key is written first: a certificate without one is left by a crash or was tampered with, and is handled
 * separately.
 */
async function isMissing(files: CertificateFiles): Promise<boolean> {
  return (await readFileIfPresent(files.certificate)) === undefined;
}

async function readOwn(files: CertificateFiles): Promise<CertificateWithKey> {
  try {
    return await readCertificateWithKey(files);
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    const remedy = `${error.remedy} Or remove ${files.certificate} and ${files.key} to have them generated again.`;
    throw new CertificateError(error.path, error.message.slice(error.path.length + 2), remedy);
  }
}

/** Writes a certificate and its key. */
export async function storePair(files: CertificateFiles, { certificate, key }: CertificateWithKey): Promise<void> {
  await writeFileAtomically(files.key, key, PRIVATE_MODE);
  await writeFileAtomically(files.certificate, certificate, PUBLIC_MODE);
}
