export { RbacAuthorizer } from './rbac.authorizer.js';
export { RBAC_KINDS, type BindingOfKind, type PolicyRule, type RbacBinding, type RbacKind, type RbacRole, type RoleOfKind, type RoleRef, type Subject } from './rbac-objects.js';
export { RbacSource, type RbacListener, type RbacName } from './rbac-source.js';
