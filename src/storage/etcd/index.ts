export { openEtcd } from './open-etcd.js';
export { EtcdStorage } from './etcd-storage.js';
export { KubernetesValues } from './kubernetes-values.js';
export { EtcdRows } from './etcd-rows.js';
