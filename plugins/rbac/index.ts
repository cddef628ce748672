export * from './cluster-role-binding/cluster-role-binding.v1.js';
export * from './cluster-role/cluster-role.v1.js';
export * from './rbac.plugin.js';
export * from './role-binding/role-binding.v1.js';
export * from './role/role.v1.js';
