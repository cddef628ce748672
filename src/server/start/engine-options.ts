import { join } from 'node:path';
import { type ApiServerOptions, parseServersOverride } from '../../options/index.js';
import type { ChosenEngine, EtcdSettings, PostgresSettings } from '../../storage/index.js';

/** Returns the storage engine that the options choose, with its settings. */
export function engineOf({ storage, etcd, postgres }: ApiServerOptions): ChosenEngine & { readonly name: string } {
  return {
    name: storage.backend,
    directory: join(storage.dataDir, 'store'),
    acceptsOlder: storage.acceptsOlder,
    etcd: etcdSettings(etcd),
    postgres: postgresSettings(postgres),
  };
}

function etcdSettings(etcd: ApiServerOptions['etcd']): EtcdSettings {
  const { servers, caFile, certFile, keyFile, prefix, serversOverrides } = etcd;
  const segments = prefix.split('/').filter((segment) => segment !== '');
  const overrides = serversOverrides.flatMap((text) => parseServersOverride(text) ?? []);
  return { servers, caFile, certFile, keyFile, prefix: `/${segments.join('/')}`, overrides };
}

function postgresSettings({ statementTimeout, ...settings }: ApiServerOptions['postgres']): PostgresSettings {
  return { ...settings, statementTimeoutMs: statementTimeout };
}
