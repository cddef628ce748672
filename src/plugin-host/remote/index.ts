export { ClusterKinds, type DeclaredClusterKind, namesOf } from './cluster/cluster-kinds.js';
export { ServiceNames } from './cluster/service-names.js';
export { ServedDelegatedStores } from './delegated/served-delegated-stores.js';
