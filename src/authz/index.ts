export { AlwaysAllowAuthorizer, AlwaysDenyAuthorizer } from './always.authorizer.js';
export { AuthzModule, MODE_AUTHORIZERS } from './authz.module.js';
export * from './mode-authorizers.js';
export * from './authorizer.js';
export { describeRefusal, forbiddenFor } from './forbidden.js';
export { PrivilegedGroupsAuthorizer } from './privileged-groups.authorizer.js';
export { NodeAuthorizer, type NodeAuthorizerParts } from './node/index.js';
export { RbacAuthorizer } from './rbac/index.js';
export { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';
