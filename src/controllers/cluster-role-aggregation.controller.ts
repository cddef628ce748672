import { isDeepStrictEqual } from 'node:util';
import { LabelSelector, type ApiObject } from '../apimachinery/index.js';
import { systemContext, type ResourceStore } from '../registry/index.js';
import { QueueController } from './queue.controller.js';
import { updateExisting } from './update-existing.js';

type SelectorObject = Parameters<typeof LabelSelector.fromObject>[0];

interface ClusterRoleObject extends ApiObject {
  aggregationRule?: { clusterRoleSelectors?: SelectorObject[] };
  rules?: object[] | null;
}

/** Gives cluster roles that aggregate others the rules of those. */
export class ClusterRoleAggregationController extends QueueController {
  readonly name = 'clusterrole-aggregation-controller';
  /** Names of the roles that aggregate. */
  private readonly aggregating = new Set<string>();

  private get roles(): ResourceStore<ClusterRoleObject> {
    return this.parts.stores.of<ClusterRoleObject>('rbac.authorization.k8s.io', 'clusterroles');
  }

  protected watch(): void {
    this.follow(this.roles, ({ metadata: { name = '' }, aggregationRule }) => {
      if (aggregationRule) this.aggregating.add(name);
      return this.aggregating;
    });
  }

  protected async reconcile(name: string): Promise<void> {
    const context = systemContext();
    const role = await this.roles.find(context, name);
    if (!role?.aggregationRule) {
      this.aggregating.delete(name);
      return;
    }
    const rules = await this.gatherRules(name, role.aggregationRule.clusterRoleSelectors ?? []);
    await updateExisting(this.roles, context, name, (current) =>
      !current.aggregationRule || isDeepStrictEqual(current.rules ?? [], rules) ? undefined : { ...current, rules },
    );
  }

  private async gatherRules(name: string, selectors: readonly SelectorObject[]): Promise<object[]> {
    const rules: object[] = [];
    for (const selector of selectors.map((object) => LabelSelector.fromObject(object))) {
      const parts = await this.roles.list(systemContext(), ({ labels }) => selector.matches(labels ?? {}));
      for (const rule of parts.filter((part) => part.metadata.name !== name).flatMap((part) => part.rules ?? [])) {
        if (!rules.some((known) => isDeepStrictEqual(known, rule))) rules.push(rule);
      }
    }
    return rules;
  }
}
