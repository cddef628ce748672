export { AuditModule } from './audit.module.js';
export { AuditTrail } from './audit-trail.js';
export { Auditing } from './auditing.js';
export type { Auditor } from './auditor.js';
