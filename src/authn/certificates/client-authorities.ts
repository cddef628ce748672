import { type Clock, type Logger, ReloadedFile } from '../../observability/index.js';
import { OptionsError, waitForAll } from '../../options/index.js';
import { CertificateBundle } from './certificate-bundle.js';

/** Where the authorities of client certificates are found. */
export interface ClientAuthoritySettings {
  /** `--client-ca-file`; empty for none. */
  readonly clientCaFile: string;
  /** `--requestheader-client-ca-file`; empty for none. */
  readonly requestHeaderClientCaFile: string;
  /** True if what no file names is found out from the cluster. */
  readonly followsCluster?: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface OpenedFile {
  readonly file: ReloadedFile<string>;
  readonly text: string;
}

/**
 * The trusted client certificate authorities. Reloaded from their files; both type and injection token.
 *
 * @internal
 * @example
 * class Trust { constructor(@Inject(ClientAuthorities) readonly authorities: ClientAuthorities) {} }
 */
export class ClientAuthorities {
  /** Authorities of the certificates of users. */
  readonly users: CertificateBundle;
  /** Authorities of the certificates of front proxies; undefined where none is ever believed. */
  readonly proxies: CertificateBundle | undefined;
  private own: readonly string[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly files: readonly ReloadedFile<string>[];

  private constructor(users: OpenedFile | undefined, proxies: OpenedFile | undefined, followsCluster: boolean) {
    this.users = new CertificateBundle(users ? [users.text] : []);
    if (proxies) this.proxies = new CertificateBundle([proxies.text]);
    else if (followsCluster) this.proxies = new CertificateBundle([]);
    this.files = [users, proxies].flatMap((opened) => opened?.file ?? []);
  }

  /** Reads the files. Throws OptionsError for one that cannot be used. */
  static async open(settings: ClientAuthoritySettings): Promise<ClientAuthorities> {
    const { clientCaFile, requestHeaderClientCaFile, followsCluster = false } = settings;
    const [users, proxies] = await waitForAll(
      openFile(
        { option: '--client-ca-file', path: clientCaFile, onReload: (text) => opened.replaceUsers(text) },
        settings,
      ),
      openFile(
        {
          option: '--requestheader-client-ca-file',
          path: requestHeaderClientCaFile,
          onReload: (text) => opened.replaceProxies(text),
        },
        settings,
      ),
    );
    const opened = new ClientAuthorities(users, proxies, followsCluster);
    return opened;
  }

  /** All authorities in PEM: those a handshake has to know. */
  get pem(): readonly string[] {
    return [...this.users.pem, ...(this.proxies?.pem ?? [])];
  }

  /** Trusts the cluster's own authority, which signs the administrator's certificate, besides all others. */
  addOwn(pem: string): void {
    this.own = [pem];
    this.users.use([pem, ...this.users.pem]);
  }

  /** Calls a function whenever other authorities are in force, until what is answered is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Follows the files from now on. */
  start(): void {
    for (const file of this.files) file.start();
  }

  /** Follows them no longer. */
  close(): void {
    for (const file of this.files) file.stop();
  }

  /** Activates other authorities of users. Throws, and changes nothing, where the text has no certificates. */
  replaceUsers(text: string): void {
    this.users.use([...this.own, text]);
    for (const tell of this.listeners) tell();
  }

  /** Activates other authorities of front proxies; as `replaceUsers`. */
  replaceProxies(text: string): void {
    this.proxies?.use([text]);
    for (const tell of this.listeners) tell();
  }
}

/** A file that a flag names, and what happens when it says something else. */
interface FollowedFile {
  readonly option: string;
  readonly path: string;
  readonly onReload: (text: string) => void;
}

/** The file of a flag, with what it says; undefined where the flag names none. */
async function openFile(
  { option, path, onReload }: FollowedFile,
  { clock, logger }: ClientAuthoritySettings,
): Promise<OpenedFile | undefined> {
  if (path === '') return undefined;
  const parse = (text: string): string => {
    // Throws for a text without certificates.
    new CertificateBundle([text]);
    return text;
  };
  const file = new ReloadedFile({ path, parse, onReload, clock, logger });
  try {
    return { file, text: await file.load() };
  } catch (error) {
    const remedy = 'Give a file with certificates in PEM.';
    throw new OptionsError([{ option, message: `${path}: ${(error as Error).message}`, remedy }]);
  }
}
