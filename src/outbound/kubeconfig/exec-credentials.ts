import { execFile } from 'node:child_process';
import type { Clock } from '../../observability/index.js';
import { OutboundError } from '../outbound-error.js';
import type { Cluster, ExecPlugin } from './kubeconfig.js';

/** The output of an exec plugin; empty texts are not set, and it is valid until `expires` (milliseconds since 1970). */
export interface ExecutedCredentials {
  readonly token: string;
  readonly certificate: string;
  readonly key: string;
  readonly expires: number;
}

/** The dependencies for running an exec plugin. */
export interface ExecParts {
  readonly clock: Clock;
  /** Called with the exit code of each run; none where the command could not be run. */
  readonly onRun: (exitCode: number | undefined) => void;
}

const TIME_LIMIT = 30_000;
const MOST_OUTPUT = 1024 * 1024;

/** Credentials that a command prints (client.authentication.k8s.io), kept until they expire or are refused. */
export class ExecCredentials {
  private kept: ExecutedCredentials | undefined;
  private running: Promise<ExecutedCredentials> | undefined;

  constructor(
    private readonly plugin: ExecPlugin,
    private readonly cluster: Cluster,
    private readonly parts: ExecParts,
  ) {}

  /** Returns the credentials that hold now; the command runs once for all who wait. Fails with OutboundError. */
  get(): Promise<ExecutedCredentials> {
    if (this.kept !== undefined && this.parts.clock.now() < this.kept.expires) return Promise.resolve(this.kept);
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  /** Forgets what was given: the server did not take it. */
  forget(): void {
    this.kept = undefined;
  }

  private async run(): Promise<ExecutedCredentials> {
    const output = await this.execute();
    const credentials = readCredential(output, this.plugin);
    // Equal ones stay the same object, so that connections made with them are kept.
    this.kept = this.kept && isSame(this.kept, credentials) ? this.kept : credentials;
    return this.kept;
  }

  private execute(): Promise<string> {
    const { command, args, env, installHint } = this.plugin;
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const environment = { ...process.env, ...variables, KUBERNETES_EXEC_INFO: JSON.stringify(this.info()) };
    const options = { env: environment, timeout: TIME_LIMIT, maxBuffer: MOST_OUTPUT };
    return new Promise((fulfill, reject) => {
      const child = execFile(command, args, options, (error, stdout) => {
        const code = error === null ? 0 : error.code;
        this.parts.onRun(typeof code === 'number' ? code : undefined);
        if (error === null) fulfill(stdout);
        else
          reject(new OutboundError('credentials', describeFailure(command, { code, installHint }), { cause: error }));
      });
      child.stdin?.end();
    });
  }

  /** The input of the command (`KUBERNETES_EXEC_INFO`). */
  private info(): object {
    const { apiVersion, provideClusterInfo } = this.plugin;
    const cluster = provideClusterInfo ? { cluster: describeCluster(this.cluster) } : {};
    return { kind: 'ExecCredential', apiVersion, spec: { ...cluster, interactive: false } };
  }
}

function describeCluster(cluster: Cluster): object {
  return {
    server: cluster.server,
    ...(cluster.tlsServerName !== '' && { 'tls-server-name': cluster.tlsServerName }),
    ...(cluster.insecureSkipTlsVerify && { 'insecure-skip-tls-verify': true }),
    ...(cluster.certificateAuthorityData !== '' && {
      'certificate-authority-data': Buffer.from(cluster.certificateAuthorityData).toString('base64'),
    }),
    ...(cluster.proxyUrl !== '' && { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.disableCompression && { 'disable-compression': true }),
    ...(cluster.execConfiguration !== undefined && { config: cluster.execConfiguration }),
  };
}

function describeFailure(command: string, { code, installHint }: { code: unknown; installHint: string }): string {
  if (code === 'ENOENT')
    return `exec: executable ${command} not found${installHint === '' ? '' : `\n\n${installHint}`}`;
  return `exec: executable ${command} failed${typeof code === 'number' ? ` with exit code ${code}` : ''}`;
}

function readCredential(output: string, { apiVersion }: ExecPlugin): ExecutedCredentials {
  const answer = parseObject(output);
  if (answer === undefined || answer.kind !== 'ExecCredential') throw fault('decoding stdout: is no ExecCredential');
  if (answer.apiVersion !== apiVersion) {
    throw fault(
      `exec plugin is configured to use API version ${apiVersion}, plugin returned version ${String(answer.apiVersion)}`,
    );
  }
  const { status } = answer;
  if (typeof status !== 'object' || status === null) throw fault("exec plugin didn't return a status field");
  return readStatus(status as Readonly<Record<string, unknown>>);
}

function readStatus(status: Readonly<Record<string, unknown>>): ExecutedCredentials {
  const text = (member: string): string => (typeof status[member] === 'string' ? status[member] : '');
  const [token, certificate, key] = [text('token'), text('clientCertificateData'), text('clientKeyData')];
  if (token === '' && certificate === '' && key === '') {
    throw fault("exec plugin didn't return a token or cert/key pair");
  }
  if ((certificate === '') !== (key === '')) {
    throw fault('exec plugin returned only certificate or key, not both');
  }
  const stamp = text('expirationTimestamp');
  const expires = stamp === '' ? Infinity : Date.parse(stamp);
  if (Number.isNaN(expires)) throw fault('exec plugin returned an expirationTimestamp that is no time');
  return { token, certificate, key, expires };
}

function isSame(one: ExecutedCredentials, other: ExecutedCredentials): boolean {
  return (
    one.token === other.token &&
    one.certificate === other.certificate &&
    one.key === other.key &&
    one.expires === other.expires
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function fault(message: string): OutboundError {
  return new OutboundError('credentials', message);
}
