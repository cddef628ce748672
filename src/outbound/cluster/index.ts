export * from './api-server-client.js';
export { belowPath } from './below-path.js';
export { linesOf } from './json-lines.js';
export { Informer } from './informer.js';
export { type ClusterConnections, openClusterConnections } from './cluster-connections.js';
