export * from './clock.js';
export * from './logger.js';
export * from './metric-families.js';
export * from './metrics-registry.js';
export * from './nest-logger.js';
export * from './process-faults.js';
export * from './request-metrics.js';
export * from './turns.js';
export { ReloadedFile } from './reloaded-file.js';
