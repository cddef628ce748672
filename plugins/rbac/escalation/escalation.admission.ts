import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmissionPlugin,
  Authorizer,
  RuleResolver,
  Stores,
  forbiddenResource,
  notFound,
  type AdmittedResource,
} from '../../../src/plugin-api/index.js';
import type { ClusterRole } from '../cluster-role/cluster-role.v1.js';
import type { RoleBinding } from '../role-binding/role-binding.v1.js';
import type { PolicyRule } from '../role/role.v1.js';
import { describeEscalation, hasRight, isPrivileged } from './escalation-check.js';
import { changesOwnershipOnly } from './ownership-change.js';

const GROUP = 'rbac.authorization.k8s.io';
const ROLE_RESOURCES: Readonly<Record<string, 'roles' | 'clusterroles' | undefined>> = {
  Role: 'roles',
  ClusterRole: 'clusterroles',
};
const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/**
 * Keeps users from granting more than they hold: a role may only have rules that its writer has, a binding only give
 * a role whose rules its writer has, unless the writer has the right to `escalate` or `bind`. Runs after all other
 * changes to the object and before validation, as upstream does around the store.
 */
@Injectable()
export class EscalationAdmission implements AdmissionPlugin {
  readonly name = 'RbacEscalation';
  readonly isMandatory = true;

  constructor(
    @Inject(Authorizer) private readonly authorizer: Authorizer,
    @Inject(RuleResolver) private readonly resolver: RuleResolver,
    @Inject(Stores) private readonly stores: Stores,
  ) {}

  handles(operation: AdmissionOperation, { group }: AdmittedResource): boolean {
    return group === GROUP && (operation === 'CREATE' || operation === 'UPDATE');
  }

  async admit(attributes: AdmissionAttributes): Promise<false> {
    const { resource, object, oldObject } = attributes;
    if (!object || isPrivileged(attributes)) return false;
    if (oldObject && changesOwnershipOnly(object, oldObject)) return false;
    if (resource.resource.endsWith('roles')) await this.checkRole(attributes);
    else await this.checkBinding(attributes);
    return false;
  }

  private async checkRole(attributes: AdmissionAttributes): Promise<void> {
    const { resource, namespace, requestName: name } = attributes;
    const { group } = resource;
    const right = { verb: 'escalate', group, resource: resource.resource, name, namespace } as const;
    if (await hasRight(attributes, right, this.authorizer)) return;
    const role = attributes.object as ClusterRole;
    const old = attributes.oldObject as ClusterRole | undefined;
    await this.checkGrant(attributes, role.rules ?? []);
    if (!role.aggregationRule && !old?.aggregationRule) return;
    if (!(await describeEscalation(attributes, EVERYTHING, this.resolver))) return;
    throw refuse(attributes, 'must have cluster-admin privileges to use the aggregationRule');
  }

  private async checkBinding(attributes: AdmissionAttributes): Promise<void> {
    const { namespace } = attributes;
    const { roleRef } = attributes.object as RoleBinding;
    const resource = ROLE_RESOURCES[roleRef.kind];
    // Validation refuses other kinds.
    if (!resource) return;
    const isCluster = resource === 'clusterroles';
    const right = { verb: 'bind', group: roleRef.apiGroup, resource, name: roleRef.name, namespace } as const;
    if (await hasRight(attributes, right, this.authorizer)) return;
    const context = { namespace: isCluster ? '' : namespace, user: attributes.user };
    const role = await this.stores.of<ClusterRole>(GROUP, resource).find(context, roleRef.name);
    if (!role) throw notFound(attributes.resource, roleRef.name);
    await this.checkGrant(attributes, role.rules ?? []);
  }

  private async checkGrant(attributes: AdmissionAttributes, rules: readonly PolicyRule[]): Promise<void> {
    const problem = await describeEscalation(attributes, rules, this.resolver);
    if (problem !== undefined) throw refuse(attributes, problem);
  }
}

function refuse({ resource, object }: AdmissionAttributes, why: string): Error {
  return forbiddenResource(resource, object?.metadata.name ?? '', why);
}
