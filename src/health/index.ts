export { type HealthAnswer, HealthChecks, type HealthQuery } from './health-checks.js';
export { HealthModule } from './health.module.js';
export { ServerHealth, type ServerHealthParts } from './server-health.js';
