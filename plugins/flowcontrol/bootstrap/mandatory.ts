import type { FlowSchemaSpec } from '../flow-schema/flow-schema.v1.js';
import type { PriorityLevelConfigurationSpec } from '../priority-level-configuration/priority-level-configuration.v1.js';

/** The priority levels every cluster has, as they have to be. */
export const MANDATORY_LEVELS: ReadonlyMap<string, PriorityLevelConfigurationSpec> = new Map(
  Object.entries<PriorityLevelConfigurationSpec>({
    'catch-all': {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    },
    exempt: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  }),
);

/** The flow schemas every cluster has, as they have to be. */
export const MANDATORY_SCHEMAS: ReadonlyMap<string, FlowSchemaSpec> = new Map(
  Object.entries<FlowSchemaSpec>({
    exempt: {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: [
        {
          subjects: [{ kind: 'Group', group: { name: 'system:masters' } }],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        },
      ],
    },
    'catch-all': {
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: 10000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [
            { kind: 'Group', group: { name: 'system:unauthenticated' } },
            { kind: 'Group', group: { name: 'system:authenticated' } },
          ],
          resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        },
      ],
    },
  }),
);
