export { AccessModule } from './access.module.js';
export { StoredCredentials } from './stored-credentials.js';
export { StoredObjects } from './stored-objects.js';
