export { AccessModule } from './access.module.js';
export { StoredAccessObjects } from './stored-access-objects.js';
