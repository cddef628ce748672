import { isAbsolute, join } from 'node:path';
import {
  type FieldError,
  FieldPath,
  formatFieldErrors,
  invalid,
  invalidUnshown,
  notFoundField,
  required,
  StrictMapping,
} from '../../apimachinery/index.js';
import type { Cluster, Credentials, Impersonated, Kubeconfig } from './kubeconfig.js';
import { readExecPlugin } from './parse-exec-plugin.js';

const MEMBERS = ['kind', 'apiVersion', 'preferences', 'clusters', 'users', 'contexts', 'current-context', 'extensions'];
const CLUSTER_MEMBERS = [
  'server',
  'tls-server-name',
  'insecure-skip-tls-verify',
  'certificate-authority',
  'certificate-authority-data',
  'proxy-url',
  'disable-compression',
  'extensions',
];
const USER_MEMBERS = [
  'client-certificate',
  'client-certificate-data',
  'client-key',
  'client-key-data',
  'token',
  'tokenFile',
  'username',
  'password',
  'as',
  'as-uid',
  'as-groups',
  'as-user-extra',
  'auth-provider',
  'exec',
  'extensions',
];
const PROXY_SCHEMES = ['http:', 'https:', 'socks5:'];
/** Where clusters keep what is handed to exec plugins. */
const EXEC_EXTENSION = 'client.authentication.k8s.io/exec';

/**
 * Reads the current context of a kubeconfig file, parsed from YAML; paths become absolute by `directory`. Throws with
 * every fault and its place; no message has a secret in it.
 */
export function parseKubeconfig(content: unknown, directory: string): Kubeconfig {
  const errors: FieldError[] = [];
  const root = new StrictMapping(content, FieldPath.of(), errors);
  root.refuseOthers(MEMBERS);
  checkKind(root);
  const [clusters, users, contexts] = ['clusters', 'users', 'contexts'].map((list) => namedEntries(root, list));
  const context = pick(contexts, { name: root.text('current-context'), at: FieldPath.of('current-context'), errors });
  const cluster = context && pickBy(context, 'cluster', clusters);
  const user = context && (context.text('user') !== '' ? pickBy(context, 'user', users) : NOBODY);
  context?.refuseOthers(['cluster', 'user', 'namespace', 'extensions']);
  const result = cluster &&
    user && { cluster: readCluster(cluster, directory), credentials: readUser(user, directory) };
  if (errors.length > 0 || result === undefined) throw new Error(formatFieldErrors(errors));
  return result;
}

/** The users of a file, and the name of the one that its current context names; empty if there is none. */
export interface KubeconfigUsers {
  readonly users: ReadonlyMap<string, Credentials>;
  readonly currentUser: string;
}

/** Reads the users of a kubeconfig file, whatever its clusters and contexts are. Throws as `parseKubeconfig`. */
export function parseKubeconfigUsers(content: unknown, directory: string): KubeconfigUsers {
  const errors: FieldError[] = [];
  const root = new StrictMapping(content, FieldPath.of(), errors);
  root.refuseOthers(MEMBERS);
  checkKind(root);
  const users = [...namedEntries(root, 'users')].map(([name, user]) => [name, readUser(user, directory)] as const);
  const context = namedEntries(root, 'contexts').get(root.text('current-context'));
  const currentUser = context?.text('user') ?? '';
  if (errors.length > 0) throw new Error(formatFieldErrors(errors));
  return { users: new Map(users), currentUser };
}

/** Returns the credentials of a user without any. */
export function noCredentials(): Credentials {
  return readUser(NOBODY, '/');
}

const NOBODY = new StrictMapping({}, FieldPath.of('users'), []);

function checkKind(root: StrictMapping): void {
  for (const [member, expected] of [
    ['kind', 'Config'],
    ['apiVersion', 'v1'],
  ]) {
    const found = root.text(member);
    if (found !== '' && found !== expected)
      root.errors.push(invalid(root.path.child(member), found, `must be ${expected}`));
  }
}

/** The inner mappings of a list of named entries; the first of a name counts, as everywhere. */
function namedEntries(root: StrictMapping, list: string): ReadonlyMap<string, StrictMapping> {
  const inner = list.slice(0, -1);
  const found = new Map<string, StrictMapping>();
  for (const entry of root.list(list)) {
    entry.refuseOthers(['name', inner]);
    const name = entry.text('name');
    if (!found.has(name))
      found.set(name, entry.optionalChild(inner) ?? new StrictMapping({}, entry.path.child(inner), root.errors));
  }
  return found;
}

interface Choice {
  readonly name: string;
  readonly at: FieldPath;
  readonly errors: FieldError[];
}

function pick(entries: ReadonlyMap<string, StrictMapping>, { name, at, errors }: Choice): StrictMapping | undefined {
  if (name === '') errors.push(required(at));
  else if (!entries.has(name)) errors.push(notFoundField(at, name));
  return entries.get(name);
}

function pickBy(
  context: StrictMapping,
  member: string,
  entries: ReadonlyMap<string, StrictMapping>,
): StrictMapping | undefined {
  return pick(entries, { name: context.text(member), at: context.path.child(member), errors: context.errors });
}

function readCluster(entry: StrictMapping, directory: string): Cluster {
  entry.refuseOthers(CLUSTER_MEMBERS);
  const cluster: Cluster = {
    server: entry.text('server'),
    tlsServerName: entry.text('tls-server-name'),
    insecureSkipTlsVerify: entry.flag('insecure-skip-tls-verify'),
    certificateAuthority: resolve(entry.text('certificate-authority'), directory),
    certificateAuthorityData: decoded(entry, 'certificate-authority-data'),
    proxyUrl: entry.text('proxy-url'),
    disableCompression: entry.flag('disable-compression'),
    execConfiguration: extensionOf(entry),
  };
  checkServer(entry, cluster);
  if (cluster.proxyUrl !== '' && !isUrl(cluster.proxyUrl, PROXY_SCHEMES)) {
    entry.errors.push(invalidUnshown(entry.path.child('proxy-url'), 'must be an http, https or socks5 URL'));
  }
  const hasAuthority = cluster.certificateAuthority !== '' || cluster.certificateAuthorityData !== '';
  if (cluster.insecureSkipTlsVerify && hasAuthority) {
    const why = 'specifying a root certificates file with the insecure flag is not allowed';
    entry.errors.push(invalid(entry.path.child('insecure-skip-tls-verify'), true, why));
  }
  return cluster;
}

function checkServer(entry: StrictMapping, { server }: Cluster): void {
  const path = entry.path.child('server');
  if (server === '') entry.errors.push(required(path));
  else if (!isUrl(server, ['http:', 'https:'])) entry.errors.push(invalidUnshown(path, 'must be an http or https URL'));
}

function isUrl(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}

function extensionOf(entry: StrictMapping): unknown {
  return entry.list('extensions').find((each) => each.value.name === EXEC_EXTENSION)?.value.extension;
}

function readUser(entry: StrictMapping, directory: string): Credentials {
  entry.refuseOthers(USER_MEMBERS);
  const exec = entry.optionalChild('exec');
  const credentials: Credentials = {
    clientCertificate: resolve(entry.text('client-certificate'), directory),
    clientCertificateData: decoded(entry, 'client-certificate-data'),
    clientKey: resolve(entry.text('client-key'), directory),
    clientKeyData: decoded(entry, 'client-key-data'),
    token: entry.text('token'),
    tokenFile: resolve(entry.text('tokenFile'), directory),
    username: entry.text('username'),
    password: entry.text('password'),
    impersonate: readImpersonated(entry),
    ...(exec && { exec: readExecPlugin(exec, directory) }),
  };
  checkUser(entry, credentials);
  return credentials;
}

function readImpersonated(entry: StrictMapping): Impersonated {
  const extra = entry.optionalChild('as-user-extra');
  const impersonated: Impersonated = {
    user: entry.text('as'),
    uid: entry.text('as-uid'),
    groups: entry.texts('as-groups'),
    extra: new Map(Object.keys(extra?.value ?? {}).map((key) => [key, extra!.texts(key)])),
  };
  const { user, uid, groups } = impersonated;
  if (user === '' && (uid !== '' || groups.length > 0 || impersonated.extra.size > 0)) {
    entry.errors.push(
      required(entry.path.child('as'), 'requesting uid, groups or user-extra without impersonating a user'),
    );
  }
  return impersonated;
}

function checkUser(entry: StrictMapping, credentials: Credentials): void {
  const hasCertificate = credentials.clientCertificate !== '' || credentials.clientCertificateData !== '';
  const hasKey = credentials.clientKey !== '' || credentials.clientKeyData !== '';
  if (hasCertificate && !hasKey)
    entry.errors.push(required(entry.path.child('client-key'), 'the certificate needs its key'));
  if (hasKey && !hasCertificate) {
    entry.errors.push(required(entry.path.child('client-certificate'), 'the key needs its certificate'));
  }
  if (entry.has('auth-provider')) {
    entry.errors.push(invalidUnshown(entry.path.child('auth-provider'), 'is not supported; use exec in its place'));
  }
  const hasToken = credentials.token !== '' || credentials.tokenFile !== '';
  const methods = [hasToken && 'token', credentials.username !== '' && 'basicAuth', credentials.exec && 'exec'];
  const found = methods.filter((method) => typeof method === 'string');
  if (found.length > 1) {
    const why = `more than one authentication method found: [${found.join(' ')}], only one is allowed`;
    entry.errors.push(invalidUnshown(entry.path, why));
  }
}

function resolve(path: string, directory: string): string {
  return path === '' || isAbsolute(path) ? path : join(directory, path);
}

function decoded(entry: StrictMapping, member: string): string {
  const text = entry.text(member).replace(/\s+/g, '');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') === text) return bytes.toString('utf8');
  entry.errors.push(invalidUnshown(entry.path.child(member), 'must be base64'));
  return '';
}
