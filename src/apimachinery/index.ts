export * from './api-object.js';
export * from './field-error.js';
export * from './field-path.js';
export * from './group-version.js';
export * from './status.js';
export * from './status-error.js';
