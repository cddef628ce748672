export * from './device-class/device-class.v1beta1.js';
export * from './device-request/device-request.v1beta1.js';
export * from './resource-claim-template/resource-claim-template.v1beta1.js';
export * from './resource-claim/resource-claim.v1beta1.js';
export * from './resource-slice/resource-slice.v1beta1.js';
export * from './resource.plugin.js';
