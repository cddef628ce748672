export type { Application } from './application.js';
export * from './apply-configuration.js';
