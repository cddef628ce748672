export * from './api-server-client.js';
export { belowPath } from './below-path.js';
export { Informer } from './informer.js';
export { type ClusterConnections, openClusterConnections } from './cluster-connections.js';
