/** One server that a URL names. */
export interface PostgresHost {
  /** A name, an address, or the directory of a socket. */
  readonly host: string;
  readonly port: number;
}

/** The content of a URL of PostgreSQL. */
export interface PostgresAddress {
  /** The servers to try, in order. */
  readonly hosts: readonly PostgresHost[];
  readonly user: string;
  /** Undefined where the URL has none. */
  readonly password: string | undefined;
  readonly database: string;
  /** True if connections are encrypted; undefined where the URL does not say. */
  readonly isEncrypted: boolean | undefined;
}

/** The reason why a text is not a URL of PostgreSQL. The message has no part of the text that may be secret. */
export class PostgresUrlError extends Error {
  override readonly name = 'PostgresUrlError';
}

const DEFAULT_PORT = 5432;
const MAX_PORT = 65_535;
const FORM = 'postgres://user@host:port/database';
const URL_PARTS = /^postgres(?:ql)?:\/\/(?:([^@/?]*)@)?([^@/?]*)\/([^@/?]+)(?:\?([^?]*))?$/;
/** With each of the encrypting modes certificates are verified, host names included. */
const SSL_MODES: Readonly<Record<string, boolean>> = {
  disable: false,
  require: true,
  'verify-ca': true,
  'verify-full': true,
};

/**
 * Reads `postgres://user:password@host:port,host:port/database?sslmode=...`. For a socket the host is empty, and
 * `?host=/directory` follows. Throws PostgresUrlError.
 */
export function parsePostgresUrl(text: string): PostgresAddress {
  const [, login = '', authority, database, query = ''] =
    URL_PARTS.exec(text.trim()) ?? fail(`has not the form ${FORM}`);
  const { host: directory, sslmode } = parametersIn(query);
  const [user, ...password] = login.split(':');
  if (user === '') fail('names no user');
  const hosts = directory === undefined ? authority.split(',').map(hostIn) : [socketIn(directory, authority)];
  return {
    hosts,
    user: decoded(user),
    password: password.length > 0 ? decoded(password.join(':')) : undefined,
    database: decoded(database),
    isEncrypted: encryptionOf(sslmode),
  };
}

/** Reports whether the server is reached without a network. */
export function isLocalHost({ host }: PostgresHost): boolean {
  return host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function parametersIn(query: string): { host?: string; sslmode?: string } {
  const parameters: Record<string, string> = Object.fromEntries(new URLSearchParams(query));
  const unknown = Object.keys(parameters).find((name) => name !== 'host' && name !== 'sslmode');
  if (unknown !== undefined) fail('has a parameter other than sslmode and host');
  return parameters;
}

function hostIn(text: string): PostgresHost {
  const [, bracketed, plain, port = String(DEFAULT_PORT)] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(text) ??
    fail('names no host, or a host that cannot be read');
  if (Number(port) > MAX_PORT) fail(`names a port above ${MAX_PORT}`);
  return { host: bracketed ?? decoded(plain), port: Number(port) };
}

function socketIn(directory: string, authority: string): PostgresHost {
  const port = /^:?(\d{1,5})?$/.exec(authority) ?? fail('names a host twice');
  if (!directory.startsWith('/')) fail('names a host in ?host= that is not the directory of a socket');
  return { host: directory, port: Number(port[1] ?? DEFAULT_PORT) };
}

function encryptionOf(mode: string | undefined): boolean | undefined {
  if (mode === undefined) return undefined;
  return Object.hasOwn(SSL_MODES, mode)
    ? SSL_MODES[mode]
    : fail(`has a sslmode other than ${Object.keys(SSL_MODES).join(', ')}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return fail('has a percent sign that begins no escape');
  }
}

function fail(message: string): never {
  throw new PostgresUrlError(message);
}
