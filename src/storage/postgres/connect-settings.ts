import { readFile } from 'node:fs/promises';
import type { ClientConfig } from 'pg';
import {
  type PostgresAddress,
  type PostgresHost,
  PostgresUrlError,
  isLocalHost,
  parsePostgresUrl,
} from '../../options/index.js';
import type { PostgresSettings } from '../postgres-settings.js';
import { unreachable } from '../storage-error.js';
import { RESULT_TYPES } from './result-types.js';

/** How connections are made. */
export interface ConnectSettings {
  /** The servers to try, in order. */
  readonly hosts: readonly PostgresHost[];
  /** Returns the settings of the driver for a connection to one of them. */
  clientConfig(host: PostgresHost): ClientConfig;
}

/** A dead connection is noticed by the system within some minutes, and by timeouts of statements before. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Reads what the settings name. Rejects with `Unreachable` where a file cannot be read or a URL is malformed. */
export async function readConnectSettings(settings: PostgresSettings): Promise<ConnectSettings> {
  const address = addressIn(settings, await readText(settings.urlFile));
  const tls = await tlsOf(settings, address);
  const { user, database, hosts } = address;
  const password = (): Promise<string> => passwordOf(settings, address);
  const config = { user, database, password, types: RESULT_TYPES, application_name: 'binnacle' };
  const liveness = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS };
  return {
    hosts,
    clientConfig: ({ host, port }) => {
      // The certificate has to be that of the host, also where it is an address, for which there is no server name.
      return { ...config, ...liveness, host, port, ssl: tls ? { ...tls, host } : false };
    },
  };
}

function addressIn({ url, urlFile }: PostgresSettings, text: string | undefined): PostgresAddress {
  try {
    return parsePostgresUrl(text ?? url);
  } catch (error) {
    if (!(error instanceof PostgresUrlError)) throw error;
    throw unreachable(`the URL of PostgreSQL${urlFile && ` in ${urlFile}`} ${error.message}`);
  }
}

/** Connections are encrypted unless the URL says otherwise, or all hosts are on this machine. */
async function tlsOf(
  { caFile, certFile, keyFile }: PostgresSettings,
  { hosts, isEncrypted }: PostgresAddress,
): Promise<Readonly<Record<'ca' | 'cert' | 'key', string | undefined>> | undefined> {
  const isUsed = isEncrypted ?? (caFile !== '' || certFile !== '' || !hosts.every(isLocalHost));
  if (!isUsed) return undefined;
  const [ca, cert, key] = await Promise.all([caFile, certFile, keyFile].map(readText));
  return { ca, cert, key };
}

/** Read for each connection, so that a new password needs no restart. The driver takes an empty one for none. */
async function passwordOf({ passwordFile }: PostgresSettings, { password }: PostgresAddress): Promise<string> {
  const text = await readText(passwordFile);
  return text?.replace(/\r?\n$/, '') ?? password ?? process.env.PGPASSWORD ?? '';
}

async function readText(file: string): Promise<string | undefined> {
  if (file === '') return undefined;
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreachable(`cannot read ${file}: ${error.code ?? 'unknown error'}`, error);
  });
}
