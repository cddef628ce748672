import { DividedStorage } from '../divided-storage.js';
import type { EtcdSettings } from '../etcd-settings.js';
import type { OpenEngine } from '../open-engine.js';
import { unreachable } from '../storage-error.js';
import type { Storage } from '../storage.js';
import { EtcdStorage } from './etcd-storage.js';
import { overrideOf } from './override-of.js';

/** Opens the etcd engine, with its own store for each set of servers. */
export const openEtcd: OpenEngine = async ({ etcd }) => {
  if (!etcd) throw unreachable('the etcd engine has no settings');
  const { overrides = [], ...settings } = etcd;
  const main = await EtcdStorage.open(settings);
  if (overrides.length === 0) return main;
  const opened = new Map<string, Storage>();
  try {
    for (const { servers } of overrides) {
      const name = nameOf(servers);
      if (!opened.has(name)) opened.set(name, await openOverride({ ...settings, servers }));
    }
  } catch (error) {
    await Promise.all([main, ...opened.values()].map((each) => each.close()));
    throw error;
  }
  return new DividedStorage(main, [...opened.values()], (resource) => {
    const override = overrideOf(overrides, resource);
    return override && opened.get(nameOf(override.servers));
  });
};

/** The error of servers that cannot be reached names them: those of another resource may be meant. */
async function openOverride(settings: EtcdSettings): Promise<Storage> {
  try {
    return await EtcdStorage.open(settings);
  } catch (error) {
    throw unreachable(`--etcd-servers-overrides: ${settings.servers.join(', ')}: ${(error as Error).message}`, error);
  }
}

function nameOf(servers: readonly string[]): string {
  return servers.join(';');
}
