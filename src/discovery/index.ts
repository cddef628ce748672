export * from './discovery-handler.js';
export { DiscoveryModule } from './discovery.module.js';
