export * from './api-server-client.js';
export { belowPath } from './below-path.js';
export { Informer, type InformerListener, type InformerSettings } from './informer.js';
export { type ClusterConnections, openClusterConnections } from './cluster-connections.js';
