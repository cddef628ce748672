export { AlwaysAllowAuthorizer, AlwaysDenyAuthorizer } from './always.authorizer.js';
export { AuthzModule, MODE_AUTHORIZERS } from './authz.module.js';
export * from './authorizer.js';
export { describeRefusal, forbiddenFor } from './forbidden.js';
export { PrivilegedGroupsAuthorizer } from './privileged-groups.authorizer.js';
export { IMPERSONATED } from './kinds.js';
export { NodeAuthorizer, nodeNameOf } from './node/index.js';
export { RbacAuthorizer } from './rbac/index.js';
export { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';
