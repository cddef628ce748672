import { X509Certificate, createPrivateKey } from 'node:crypto';
import { type Clock, type Logger, ReloadedFile } from '../observability/index.js';
import { OptionsError } from '../options/index.js';

/** A client certificate with its key, in PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** A file that a flag names. */
export interface NamedFile {
  readonly option: string;
  readonly path: string;
}

/** The files of a client certificate. */
export interface ClientIdentityFiles {
  readonly certificate: NamedFile;
  readonly key: NamedFile;
}

/**
 * The client certificate that this server shows to others; none in some set-ups. One that comes from files is read again
 * when they change, and is in force as soon as both fit together (upstream: DynamicCertKeyPairContent).
 */
export class ClientIdentity {
  private readonly files: ReloadedFile<string>[] = [];
  private pair: KeyPair | undefined;
  private certificate = '';
  private key = '';

  private constructor() {}

  /** The certificate in force. While it is the same object, connections may be used again. */
  get current(): KeyPair | undefined {
    return this.pair;
  }

  /** Returns a certificate that does not change; none when undefined. */
  static fixed(pair: KeyPair | undefined): ClientIdentity {
    const identity = new ClientIdentity();
    identity.pair = pair;
    return identity;
  }

  /** Reads the files. Throws OptionsError for files that cannot be used. */
  static async open(files: ClientIdentityFiles, parts: { clock: Clock; logger: Logger }): Promise<ClientIdentity> {
    const identity = new ClientIdentity();
    const follow = (file: NamedFile, parse: (text: string) => void, use: (text: string) => void): Promise<void> =>
      identity.follow(file, { ...parts, parse: checked(parse), onReload: use });
    await follow(files.certificate, checkCertificate, (text) => identity.use(text, identity.key));
    await follow(files.key, checkKey, (text) => identity.use(identity.certificate, text));
    if (!identity.pair) throw unusable(files.key, 'does not belong to the certificate');
    return identity;
  }

  /** Follows the files from now on. */
  start(): void {
    for (const file of this.files) file.start();
  }

  /** Follows them no longer. */
  close(): void {
    for (const file of this.files) file.stop();
  }

  private async follow(
    named: NamedFile,
    settings: Pick<ConstructorParameters<typeof ReloadedFile<string>>[0], 'parse' | 'onReload' | 'clock' | 'logger'>,
  ): Promise<void> {
    const file = new ReloadedFile<string>({ ...settings, path: named.path });
    this.files.push(file);
    const text = await file.load().catch((error: Error) => {
      throw unusable(named, error.message);
    });
    settings.onReload(text);
  }

  /** Takes a certificate and a key over; in force are the former ones as long as these do not fit together. */
  private use(certificate: string, key: string): void {
    this.certificate = certificate;
    this.key = key;
    if (certificate === '' || key === '') return;
    if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) this.pair = { certificate, key };
  }
}

function checked(check: (text: string) => void): (text: string) => string {
  return (text) => {
    check(text);
    return text;
  };
}

function checkCertificate(text: string): void {
  new X509Certificate(text);
}

/** Node's message, which may quote the key, is not shown. */
function checkKey(text: string): void {
  if (!isPrivateKey(text)) throw new Error('not a private key in PEM');
}

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
}

function unusable({ option, path }: NamedFile, message: string): OptionsError {
  const remedy = 'Give a certificate and its key, each as a file in PEM.';
  return new OptionsError([{ option, message: `${path}: ${message}`, remedy }]);
}
