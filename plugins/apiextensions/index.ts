export * from './apiextensions.plugin.js';
export * from './custom-resource-definition/custom-resource-definition.v1.js';
export * from './custom-resource-definition/json-schema.v1.js';
