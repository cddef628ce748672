import type { FeatureSpan } from '../../../src/plugin-api/built-in.js';
import type { FlowSchemaSpec, PolicyRulesWithSubjects } from '../flow-schema/flow-schema.v1.js';
import type { Subject } from '../flow-schema/subject.v1.js';
import type { PriorityLevelConfigurationSpec } from '../priority-level-configuration/priority-level-configuration.v1.js';

const EVERYTHING: Omit<PolicyRulesWithSubjects, 'subjects'> = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

/** The priority levels a cluster begins with besides; administrators may change them. */
export const SUGGESTED_LEVELS: ReadonlyMap<string, PriorityLevelConfigurationSpec> = new Map([
  ['system', queued({ shares: 30, lendable: 33, queues: 64, handSize: 6 })],
  ['node-high', queued({ shares: 40, lendable: 25, queues: 64, handSize: 6 })],
  ['leader-election', queued({ shares: 10, lendable: 0, queues: 16, handSize: 4 })],
  ['workload-high', queued({ shares: 40, lendable: 50, queues: 128, handSize: 6 })],
  ['workload-low', queued({ shares: 100, lendable: 90, queues: 128, handSize: 6 })],
  ['global-default', queued({ shares: 20, lendable: 50, queues: 128, handSize: 6 })],
]);

/** The flow schemas a cluster begins with besides; administrators may change them. */
export const SUGGESTED_SCHEMAS: ReadonlyMap<string, FlowSchemaSpec> = new Map<string, FlowSchemaSpec>([
  [
    'system-nodes',
    {
      priorityLevelConfiguration: { name: 'system' },
      matchingPrecedence: 500,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:nodes')], ...EVERYTHING }],
    },
  ],
  [
    'system-node-high',
    {
      priorityLevelConfiguration: { name: 'node-high' },
      matchingPrecedence: 400,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [group('system:nodes')],
          resourceRules: [
            {
              verbs: ['*'],
              apiGroups: [''],
              resources: ['nodes', 'nodes/status'],
              clusterScope: true,
              namespaces: ['*'],
            },
            { verbs: ['*'], apiGroups: ['coordination.k8s.io'], resources: ['leases'], namespaces: ['*'] },
          ],
        },
      ],
    },
  ],
  [
    'probes',
    {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 2,
      rules: [
        {
          subjects: [group('system:unauthenticated'), group('system:authenticated')],
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
        },
      ],
    },
  ],
  [
    'system-leader-election',
    {
      priorityLevelConfiguration: { name: 'leader-election' },
      matchingPrecedence: 100,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [user('system:kube-controller-manager'), user('system:kube-scheduler'), account('*')],
          resourceRules: [
            {
              verbs: ['get', 'create', 'update'],
              apiGroups: ['coordination.k8s.io'],
              resources: ['leases'],
              namespaces: ['*'],
            },
          ],
        },
      ],
    },
  ],
  [
    'workload-leader-election',
    {
      priorityLevelConfiguration: { name: 'leader-election' },
      matchingPrecedence: 200,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [account('*')],
          resourceRules: [
            {
              verbs: ['get', 'create', 'update'],
              apiGroups: [''],
              resources: ['endpoints', 'configmaps'],
              namespaces: ['*'],
            },
            {
              verbs: ['get', 'create', 'update'],
              apiGroups: ['coordination.k8s.io'],
              resources: ['leases'],
              namespaces: ['*'],
            },
          ],
        },
      ],
    },
  ],
  [
    'endpoint-controller',
    {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 150,
      distinguisherMethod: { type: 'ByUser' },
      rules: [
        {
          subjects: [
            user('system:kube-controller-manager'),
            account('endpoint-controller'),
            account('endpointslicemirroring-controller'),
          ],
          resourceRules: [
            { verbs: ['get', 'create', 'update'], apiGroups: [''], resources: ['endpoints'], namespaces: ['*'] },
          ],
        },
      ],
    },
  ],
  [
    'kube-controller-manager',
    {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 800,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [user('system:kube-controller-manager')], ...EVERYTHING }],
    },
  ],
  [
    'kube-scheduler',
    {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 800,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [user('system:kube-scheduler')], ...EVERYTHING }],
    },
  ],
  [
    'kube-system-service-accounts',
    {
      priorityLevelConfiguration: { name: 'workload-high' },
      matchingPrecedence: 900,
      distinguisherMethod: { type: 'ByNamespace' },
      rules: [{ subjects: [account('*')], ...EVERYTHING }],
    },
  ],
  [
    'service-accounts',
    {
      priorityLevelConfiguration: { name: 'workload-low' },
      matchingPrecedence: 9000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:serviceaccounts')], ...EVERYTHING }],
    },
  ],
  [
    'global-default',
    {
      priorityLevelConfiguration: { name: 'global-default' },
      matchingPrecedence: 9900,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:unauthenticated'), group('system:authenticated')], ...EVERYTHING }],
    },
  ],
]);

/** The releases that have suggested objects, by name, where not all have them. */
export const SUGGESTED_SPANS: Readonly<Record<string, FeatureSpan>> = {
  'node-high': { since: '1.22' },
  'system-node-high': { since: '1.22' },
  probes: { since: '1.21' },
  'endpoint-controller': { since: '1.25', removed: '1.34' },
  'workload-leader-election': { removed: '1.34' },
};

function queued({
  shares,
  lendable,
  queues,
  handSize,
}: {
  shares: number;
  lendable: number;
  queues: number;
  handSize: number;
}): PriorityLevelConfigurationSpec {
  const queuing = { queues, handSize, queueLengthLimit: 50 };
  return {
    type: 'Limited',
    limited: { nominalConcurrencyShares: shares, limitResponse: { type: 'Queue', queuing }, lendablePercent: lendable },
  };
}

function user(name: string): Subject {
  return { kind: 'User', user: { name } };
}

function group(name: string): Subject {
  return { kind: 'Group', group: { name } };
}

/** Accounts of the system's namespace. */
function account(name: string): Subject {
  return { kind: 'ServiceAccount', serviceAccount: { namespace: 'kube-system', name } };
}
