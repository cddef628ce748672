export { openEtcd } from './open-etcd.js';
export { EtcdStorage } from './etcd-storage.js';
