import type { Connection, ConnectionSource } from '../connection.js';
import { KubeconfigSource, type KubeconfigParts, type SelectContext } from '../kubeconfig/kubeconfig-source.js';
import type { Cluster, Credentials } from '../kubeconfig/kubeconfig.js';
import { type KubeconfigUsers, noCredentials, parseKubeconfigUsers } from '../kubeconfig/parse-kubeconfig.js';
import { OutboundError } from '../outbound-error.js';

const HTTPS_SUFFIX = ':443';

/**
 * The credentials by which the server shows webhooks who it is: those of a kubeconfig file's users, which are named after
 * hosts (upstream: AuthenticationInfoResolver). The file is read again when it changes.
 *
 * @internal
 * @example
 * const open = (clients: WebhookClients, target: Parameters<WebhookClients['open']>[0], credentials: WebhookCredentials) =>
 *   clients.open(target, { credentials });
 */
export class WebhookCredentials {
  private constructor(
    private readonly path: string,
    private readonly parts: KubeconfigParts,
  ) {}

  /** Reads the file and all that its users name. Throws an Error that says what is wrong, and where. */
  static async read(path: string, parts: KubeconfigParts): Promise<WebhookCredentials> {
    const names: string[] = [];
    await KubeconfigSource.open(path, parts, (content, directory) => {
      names.push(...parseKubeconfigUsers(content, directory).users.keys());
      return contextOf('', noCredentials());
    });
    for (const name of names)
      await KubeconfigSource.open(
        path,
        parts,
        selectUser(({ users }) => users.get(name)),
      );
    return new WebhookCredentials(path, parts);
  }

  /** Returns the source of the credentials for a host, named with its port (`hooks.example.com:443`). */
  sourceFor(hostPort: string): ConnectionSource {
    return new HostSource(() =>
      KubeconfigSource.open(
        this.path,
        this.parts,
        selectUser((found) => credentialsFor(hostPort, found), hostPort),
      ),
    );
  }
}

/** Chooses the credentials for a host: of the user of its name, then of wildcards, of `*`, and of the current context. */
export function credentialsFor(hostPort: string, { users, currentUser }: KubeconfigUsers): Credentials | undefined {
  const withoutPort = hostPort.endsWith(HTTPS_SUFFIX) ? namesFor(hostPort.slice(0, -HTTPS_SUFFIX.length)) : [];
  const name = [...namesFor(hostPort), ...withoutPort, '*', currentUser].find((each) => users.has(each));
  return name === undefined ? undefined : users.get(name);
}

/** A name itself, and the wildcards that include it: `a.b.c`, `*.b.c`, `*.c`. */
function namesFor(target: string): string[] {
  const steps = target.split('.');
  return [target, ...steps.slice(1).map((_, i) => `*.${steps.slice(i + 1).join('.')}`)];
}

function selectUser(choose: (found: KubeconfigUsers) => Credentials | undefined, hostPort = ''): SelectContext {
  return (content, directory) =>
    contextOf(hostPort, choose(parseKubeconfigUsers(content, directory)) ?? noCredentials());
}

/** The server of a webhook, as exec plugins see it; its address and authority come with its configuration. */
function contextOf(hostPort: string, credentials: Credentials): { cluster: Cluster; credentials: Credentials } {
  const cluster = {
    server: `https://${hostPort}`,
    tlsServerName: '',
    insecureSkipTlsVerify: false,
    certificateAuthority: '',
    certificateAuthorityData: '',
    proxyUrl: '',
    disableCompression: false,
    execConfiguration: undefined,
  };
  return { cluster, credentials };
}

/** Opens the file when a request first needs it, and again as long as that fails. */
class HostSource implements ConnectionSource {
  private opened: Promise<KubeconfigSource> | undefined;
  private source: KubeconfigSource | undefined;

  constructor(private readonly open: () => Promise<KubeconfigSource>) {}

  async current(): Promise<Connection> {
    this.source ??= await (this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw new OutboundError('credentials', (error as Error).message, { cause: error });
    }));
    return this.source.current();
  }

  credentialsRefused(): void {
    this.source?.credentialsRefused();
  }
}
