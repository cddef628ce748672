import type { ApiObject } from '../apimachinery/index.js';

/** The group of flow schemas and priority levels. */
export const FLOWCONTROL_GROUP = 'flowcontrol.apiserver.k8s.io';

/** The resources that configure flow control. */
export const CONFIGURING = { schemas: 'flowschemas', levels: 'prioritylevelconfigurations' } as const;

/** Watches of these resources by this field see few of the writes: the watch cache has an index of it. */
export const INDEXED_WATCHES = { resource: 'pods', field: 'spec.nodeName' } as const;

/** Writes that no watch sees. */
export const UNWATCHED_WRITES = { resource: 'serviceaccounts', subresource: 'token' } as const;

/** Flow schema and level of requests without limits. */
export const EXEMPT = 'exempt';
/** Flow schema and level of requests that no other schema matches. */
export const CATCH_ALL = 'catch-all';

/** The kind of subjects that are service accounts. */
export const ACCOUNT_SUBJECT = 'ServiceAccount';

/** The stored form of a subject; absent members name no one. */
export interface SubjectSpec {
  readonly kind: string;
  readonly user?: { readonly name: string };
  readonly group?: { readonly name: string };
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
}

/** The stored form of rules for resources. */
export interface ResourceRuleSpec {
  readonly verbs?: readonly string[] | null;
  readonly apiGroups?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
  readonly clusterScope?: boolean;
  readonly namespaces?: readonly string[] | null;
}

/** The stored form of rules for other paths. */
export interface PathRuleSpec {
  readonly verbs?: readonly string[] | null;
  readonly nonResourceURLs?: readonly string[] | null;
}

/** The stored form of one rule of a schema. */
export interface RuleSpec {
  readonly subjects?: readonly SubjectSpec[] | null;
  readonly resourceRules?: readonly ResourceRuleSpec[];
  readonly nonResourceRules?: readonly PathRuleSpec[];
}

/** The stored form of a flow schema. */
export interface FlowSchemaObject extends ApiObject {
  readonly spec?: {
    readonly priorityLevelConfiguration: { readonly name: string };
    readonly matchingPrecedence?: number;
    readonly distinguisherMethod?: { readonly type?: string };
    readonly rules?: readonly RuleSpec[];
  };
}

/** The stored form of the queues of a level. */
export interface QueuingSpec {
  readonly queues?: number;
  readonly handSize?: number;
  readonly queueLengthLimit?: number;
}

/** The stored form of a level's seats. */
export interface SharesSpec {
  readonly nominalConcurrencyShares?: number;
  readonly lendablePercent?: number;
  readonly borrowingLimitPercent?: number;
}

/** The stored form of a limited level. */
export interface LimitedSpec extends SharesSpec {
  readonly limitResponse?: { readonly type: string; readonly queuing?: QueuingSpec };
}

/** The stored form of a priority level. */
export interface PriorityLevelObject extends ApiObject {
  readonly spec?: { readonly type: string; readonly limited?: LimitedSpec; readonly exempt?: SharesSpec };
}

const EVERYTHING: Omit<RuleSpec, 'subjects'> = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

const groups = (...names: string[]): SubjectSpec[] => names.map((name) => ({ kind: 'Group', group: { name } }));

/** The schemas that are in force also where no object says so, as before the store has been read. */
export const MANDATORY_SCHEMAS: readonly FlowSchemaObject[] = [
  {
    metadata: { name: EXEMPT },
    spec: {
      priorityLevelConfiguration: { name: EXEMPT },
      matchingPrecedence: 1,
      rules: [{ subjects: groups('system:masters'), ...EVERYTHING }],
    },
  },
  {
    metadata: { name: CATCH_ALL },
    spec: {
      priorityLevelConfiguration: { name: CATCH_ALL },
      matchingPrecedence: 10_000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: groups('system:unauthenticated', 'system:authenticated'), ...EVERYTHING }],
    },
  },
];

/** The levels of those schemas. */
export const MANDATORY_LEVELS: readonly PriorityLevelObject[] = [
  {
    metadata: { name: EXEMPT },
    spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
  },
  {
    metadata: { name: CATCH_ALL },
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: 'Reject' } },
    },
  },
];
