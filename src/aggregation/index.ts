export { ExtensionServerSources } from './extension-server-sources.js';
export { AggregationMetrics } from './aggregation-metrics.js';
export { AggregationModule } from './aggregation.module.js';
export * from './api-services.js';
export * from './extension-servers.js';
export { userHeaders } from './user-headers.js';
