export * from './api-service/api-service.v1.js';
export * from './apiregistration.plugin.js';
