import { createPrivateKey, X509Certificate } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { Clock, Logger } from '../../observability/index.js';
import { configurationReader } from '../../options/index.js';
import type { Connection, ConnectionSource, Route } from '../connection.js';
import { ExecCredentials, type ExecutedCredentials } from './exec-credentials.js';
import type { Credentials, Impersonated, Kubeconfig } from './kubeconfig.js';
import { inClusterConfig } from './in-cluster-config.js';
import { parseKubeconfig } from './parse-kubeconfig.js';
import { WatchedFiles } from './watched-files.js';

/** The dependencies of a kubeconfig source. */
export interface KubeconfigParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called with the exit code of each run of an exec plugin; none where it could not be run. */
  readonly onExec?: (exitCode: number | undefined) => void;
}

/** Chooses a server and credentials of a parsed file; paths are relative to the directory. Throws with every fault. */
export type SelectContext = (content: unknown, directory: string) => Kubeconfig;

/** Everything that the file and those it names say. */
interface Loaded {
  readonly files: WatchedFiles;
  readonly route: Route;
  readonly headers: Connection['headers'];
  readonly exec?: ExecCredentials;
}

/** How long files are taken to be unchanged, in milliseconds. */
const LOOK_PERIOD = 5_000;

/** The connection that a kubeconfig file describes; the file and those it names are read again when they change. */
export class KubeconfigSource implements ConnectionSource {
  private looked: number;
  private looking: Promise<void> | undefined;
  private executed: { from: ExecutedCredentials; connection: Connection } | undefined;
  private connection: Connection;

  private constructor(
    private readonly load: () => Promise<Loaded>,
    private loaded: Loaded,
    private readonly parts: KubeconfigParts & { readonly path: string },
  ) {
    this.looked = parts.clock.monotonic();
    this.connection = loaded;
  }

  /**
   * Reads the file and all it names; `select` chooses what of it counts, the current context without one. Throws an Error
   * that says what is wrong, and where.
   */
  static async open(
    path: string,
    parts: KubeconfigParts,
    select: SelectContext = parseKubeconfig,
  ): Promise<KubeconfigSource> {
    const absolute = resolve(path);
    const read = async (files: WatchedFiles): Promise<Kubeconfig> => {
      const parse = await configurationReader();
      return select(parse(await files.read(absolute)), dirname(absolute));
    };
    return KubeconfigSource.from(read, { ...parts, path });
  }

  /**
   * Returns the connection of a pod to its cluster, by the files of its service account. Throws an Error where this
   * is no pod (upstream: rest.InClusterConfig).
   */
  static async inCluster(parts: KubeconfigParts, environment = process.env): Promise<KubeconfigSource> {
    const config = inClusterConfig(environment);
    return KubeconfigSource.from(() => Promise.resolve(config), { ...parts, path: config.credentials.tokenFile });
  }

  private static async from(
    read: (files: WatchedFiles) => Promise<Kubeconfig>,
    parts: KubeconfigParts & { readonly path: string },
  ): Promise<KubeconfigSource> {
    const reload = (): Promise<Loaded> => load(read, parts);
    return new KubeconfigSource(reload, await reload(), parts);
  }

  async current(): Promise<Connection> {
    if (this.parts.clock.monotonic() - this.looked >= LOOK_PERIOD) await this.look();
    return this.loaded.exec === undefined ? this.connection : this.withExecuted(await this.loaded.exec.get());
  }

  credentialsRefused(): void {
    this.loaded.exec?.forget();
    this.looked = -Infinity;
  }

  /** Reads again what has changed; what cannot be used leaves in force what was. */
  private look(): Promise<void> {
    this.looking ??= this.reload().finally(() => {
      this.looking = undefined;
      this.looked = this.parts.clock.monotonic();
    });
    return this.looking;
  }

  private async reload(): Promise<void> {
    if (!(await this.loaded.files.haveChanged())) return;
    const { logger } = this.parts;
    try {
      const loaded = await this.load();
      // The same route keeps its connections, as where only a token has changed.
      const route = isSameRoute(loaded.route, this.loaded.route) ? this.loaded.route : loaded.route;
      this.loaded = { ...loaded, route };
      this.connection = this.loaded;
      this.executed = undefined;
      logger.info('a kubeconfig was reloaded', { path: this.parts.path });
    } catch (error) {
      logger.error('a changed kubeconfig is invalid, the previous one stays in effect', {
        path: this.parts.path,
        reason: (error as Error).message,
      });
    }
  }

  private withExecuted(from: ExecutedCredentials): Connection {
    if (this.executed?.from === from) return this.executed.connection;
    const { route, headers } = this.loaded;
    const { token, certificate, key } = from;
    const tls = certificate === '' ? route.tls : { ...route.tls, certificate, key };
    const connection = {
      route: certificate === '' ? route : { ...route, tls },
      headers: token === '' ? headers : { ...headers, authorization: `Bearer ${token}` },
    };
    this.executed = { from, connection };
    return connection;
  }
}

async function load(read: (files: WatchedFiles) => Promise<Kubeconfig>, parts: KubeconfigParts): Promise<Loaded> {
  const files = new WatchedFiles();
  const config = await read(files);
  const { cluster, credentials } = config;
  const onRun = parts.onExec ?? (() => {});
  return {
    files,
    route: await routeOf(config, files),
    headers: await headersOf(credentials, files),
    ...(credentials.exec && { exec: new ExecCredentials(credentials.exec, cluster, { clock: parts.clock, onRun }) }),
  };
}

async function routeOf({ cluster, credentials }: Kubeconfig, files: WatchedFiles): Promise<Route> {
  const tls = {
    authority:
      cluster.certificateAuthorityData ||
      (await readNamed('certificate-authority', cluster.certificateAuthority, files)),
    certificate:
      credentials.clientCertificateData ||
      (await readNamed('client-certificate', credentials.clientCertificate, files)),
    key: credentials.clientKeyData || (await readNamed('client-key', credentials.clientKey, files)),
    serverName: cluster.tlsServerName,
    isInsecure: cluster.insecureSkipTlsVerify,
  };
  checkPem('certificate-authority', tls.authority, (text) => new X509Certificate(text));
  checkPem('client-certificate', tls.certificate, (text) => new X509Certificate(text));
  checkPem('client-key', tls.key, createPrivateKey);
  return { server: cluster.server, proxyUrl: cluster.proxyUrl, tls };
}

async function headersOf(credentials: Credentials, files: WatchedFiles): Promise<Connection['headers']> {
  const fromFile = (await readNamed('tokenFile', credentials.tokenFile, files)).trim();
  if (credentials.tokenFile !== '' && fromFile === '') throw new Error('tokenFile: the file is empty');
  const token = fromFile || credentials.token;
  return { ...authorizationOf(token, credentials), ...impersonationOf(credentials.impersonate) };
}

function authorizationOf(token: string, { username, password }: Credentials): Connection['headers'] {
  if (token !== '') return { authorization: `Bearer ${token}` };
  if (username === '') return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

function impersonationOf({ user, uid, groups, extra }: Impersonated): Connection['headers'] {
  return {
    ...(user !== '' && { 'impersonate-user': user }),
    ...(uid !== '' && { 'impersonate-uid': uid }),
    ...(groups.length > 0 && { 'impersonate-group': [...groups] }),
    ...Object.fromEntries(
      [...extra].map(([key, values]) => [`impersonate-extra-${encodeURIComponent(key)}`, [...values]]),
    ),
  };
}

async function readNamed(member: string, path: string, files: WatchedFiles): Promise<string> {
  try {
    return await files.read(path);
  } catch (error) {
    throw new Error(`unable to read ${member} ${path}: ${(error as NodeJS.ErrnoException).code ?? 'failed'}`, {
      cause: error,
    });
  }
}

function checkPem(member: string, text: string, read: (text: string) => unknown): void {
  if (text === '') return;
  try {
    read(text);
  } catch (error) {
    throw new Error(`${member}: is no PEM that can be used`, { cause: error });
  }
}

function isSameRoute(one: Route, other: Route): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
