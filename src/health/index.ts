export { HealthChecks } from './health-checks.js';
export { HealthIndicators } from './health-indicators.js';
export { HealthModule } from './health.module.js';
export { ServerHealth } from './server-health.js';
