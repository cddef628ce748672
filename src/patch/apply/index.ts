export type { Application } from './application.js';
export * from './apply-configuration.js';
export { NO_OWNERS, describeObject } from './check-configuration.js';
export * from './merge-configuration.js';
