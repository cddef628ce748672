export { AccessModule } from './access.module.js';
export { StoredCredentials } from './stored-credentials.js';
export { StoredRbac } from './stored-rbac.js';
