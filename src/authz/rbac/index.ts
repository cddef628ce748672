export { CompiledRule } from './compiled-rule.js';
export { RbacAuthorizer } from './rbac.authorizer.js';
export type { PolicyRule } from './rbac-objects.js';
