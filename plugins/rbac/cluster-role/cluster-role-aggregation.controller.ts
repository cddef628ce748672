import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  LabelMatcher,
  type LabelSelector,
  QueueController,
  type ResourceStore,
  isConflict,
  systemContext,
} from '../../../src/plugin-api/index.js';
import type { PolicyRule } from '../role/role.v1.js';
import type { ClusterRole } from './cluster-role.v1.js';

/** Copies the rules of the aggregated cluster roles to those that aggregate them. */
@Injectable()
export class ClusterRoleAggregationController extends QueueController {
  readonly name = 'clusterrole-aggregation-controller';
  override readonly alias = 'clusterrole-aggregation';
  /** Names of the roles that aggregate. */
  private readonly aggregating = new Set<string>();

  private get roles(): ResourceStore<ClusterRole> {
    return this.parts.stores.of<ClusterRole>('rbac.authorization.k8s.io', 'clusterroles');
  }

  protected watch(): void {
    this.follow(this.roles, ({ metadata: { name = '' }, aggregationRule }) => {
      if (aggregationRule) this.aggregating.add(name);
      return this.aggregating;
    });
  }

  protected async reconcile(name: string): Promise<void> {
    const role = await this.roles.find(systemContext(), name);
    if (!role?.aggregationRule) {
      this.aggregating.delete(name);
      return;
    }
    const rules = await this.gatherRules(name, role.aggregationRule.clusterRoleSelectors ?? []);
    if (!isDeepStrictEqual(role.rules ?? [], rules)) await this.give(role, rules);
  }

  /** The rules are applied, so that other writers of the role see their owner. */
  private async give({ metadata: { name = '', uid } }: ClusterRole, rules: readonly PolicyRule[]): Promise<void> {
    const { kind, storage } = this.roles.kind;
    // With its uid no role is made that has gone meanwhile.
    const configuration = { apiVersion: storage.apiVersion, kind, metadata: { name, uid }, rules };
    try {
      await this.roles.apply(systemContext('', { fieldManager: this.name }), name, { configuration, force: true });
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }

  private async gatherRules(name: string, selectors: readonly LabelSelector[]): Promise<PolicyRule[]> {
    const rules = new Map<string, PolicyRule>();
    for (const selector of selectors.map((object) => LabelMatcher.fromObject(object))) {
      const parts = await this.roles.list(systemContext(), ({ labels }) => selector.matches(labels ?? {}));
      for (const rule of parts.filter((part) => part.metadata.name !== name).flatMap((part) => part.rules ?? [])) {
        // Stored objects have their members in the order of their type.
        const text = JSON.stringify(rule);
        if (!rules.has(text)) rules.set(text, rule);
      }
    }
    return [...rules.values()];
  }
}
