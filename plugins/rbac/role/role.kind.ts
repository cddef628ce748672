import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { rbacNameRule } from './path-segment-name.js';
import { roleStrategy } from './role.strategy.js';
import { Role } from './role.v1.js';
import { FORMER_ROLE_VERSIONS } from './role.former-versions.js';

/** Role: a set of rights inside one namespace. */
export const roleKind = defineKind<Role>({
  kind: 'Role',
  plural: 'roles',
  namespaced: true,
  versions: [{ name: 'v1', type: Role, introduced: '1.8' }, ...FORMER_ROLE_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'roles',
  nameRule: rbacNameRule,
  strategy: roleStrategy,
  putCreates: true,
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: CREATION_COLUMNS,
});
