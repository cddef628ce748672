export * from './discovery.plugin.js';
export type { EndpointSlice } from './endpoint-slice/endpoint-slice.v1.js';
