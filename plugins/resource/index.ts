export * from './device-class/device-class.v1.js';
export * from './device-request/device-request.v1.js';
export * from './resource-claim-template/resource-claim-template.v1.js';
export * from './resource-claim/resource-claim.v1.js';
export * from './resource-slice/resource-slice.v1.js';
export * from './resource.plugin.js';
