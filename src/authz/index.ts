export { AlwaysAllowAuthorizer, AlwaysDenyAuthorizer } from './always.authorizer.js';
export { AuthzModule } from './authz.module.js';
export * from './create-authorizer.js';
export * from './authorizer.js';
export { describeRefusal, forbiddenFor } from './forbidden.js';
export { PrivilegedGroupsAuthorizer } from './privileged-groups.authorizer.js';
export { ObjectSource, type ObjectListener } from './object-source.js';
export { RbacAuthorizer } from './rbac/index.js';
export { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';
