import type { OpenEngine } from '../open-engine.js';
import { unreachable } from '../storage-error.js';
import { EtcdStorage } from './etcd-storage.js';

/** Opens the etcd engine. */
export const openEtcd: OpenEngine = async ({ etcd }) => {
  if (!etcd) throw unreachable('the etcd engine has no settings');
  return EtcdStorage.open(etcd);
};
