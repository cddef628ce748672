export { ResourceQuotaAdmission } from './resource-quota.admission.js';
export { ResourceQuotaController } from './resource-quota.controller.js';
export { resourceQuotaKind } from './resource-quota.kind.js';
export { ResourceQuotaModule } from './resource-quota.module.js';
