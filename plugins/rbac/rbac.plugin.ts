import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { BootstrapRbacHook } from './bootstrap/bootstrap-rbac.start-hook.js';
import { clusterRoleBindingKind } from './cluster-role-binding/cluster-role-binding.kind.js';
import { ClusterRoleAggregationController } from './cluster-role/cluster-role-aggregation.controller.js';
import { clusterRoleKind } from './cluster-role/cluster-role.kind.js';
import { EscalationAdmission } from './escalation/escalation.admission.js';
import { roleBindingKind } from './role-binding/role-binding.kind.js';
import { roleKind } from './role/role.kind.js';

/** Roles and who has them. */
@ApiGroupPlugin({
  group: 'rbac.authorization.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kinds: [roleKind, clusterRoleKind, roleBindingKind, clusterRoleBindingKind],
  admission: [EscalationAdmission],
  controllers: [ClusterRoleAggregationController],
  startHooks: [BootstrapRbacHook],
})
export class RbacPlugin {}
