import { NODE_CLIENT_REQUEST } from '../support/node-requests.js';
import type { Json } from '../support/test-client.js';

/** A kind in a version that a release removed. */
export interface Removal {
  /** The requirements of the row. */
  readonly ids: string;
  /** The first release without it. */
  readonly removed: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
  readonly namespaced?: boolean;
  /** The name of the object, where the kind has rules for it. */
  readonly name?: string;
  /** The version to use in its place; undefined if there is none. */
  readonly replacement?: string;
  /** True if it is an operation, of which nothing is stored. */
  readonly isReview?: boolean;
  /** Members of an object in the old version. */
  readonly old: Json;
  /** Its counterpart in the new release. */
  readonly now?: Json;
}

const LABELS = { app: 'a' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [{ name: 'a', image: 'a' }] } };
const WORKLOAD = { spec: { selector: { matchLabels: LABELS }, template: TEMPLATE } };
const RBAC = 'rbac.authorization.k8s.io';
const RULES = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
const JOB = { spec: { template: { spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } } } };

const of16 = (apiVersion: string, kind: string, id: string, more: Partial<Removal> = {}): Removal => ({
  ids: id,
  removed: '1.16',
  apiVersion,
  kind,
  resource: `${kind.toLowerCase()}s`,
  namespaced: true,
  replacement: 'apps/v1',
  old: WORKLOAD,
  now: WORKLOAD,
  ...more,
});

const of22 = (group: string, kind: string, id: string, more: Partial<Removal>): Removal => ({
  ids: id,
  removed: '1.22',
  apiVersion: `${group}/v1beta1`,
  kind,
  resource: `${kind.toLowerCase()}s`,
  replacement: `${group}/v1`,
  old: {},
  ...more,
});

const FLOWCONTROL = 'flowcontrol.apiserver.k8s.io';
const LEVEL = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
const SCHEMA = { spec: { priorityLevelConfiguration: { name: 'a' }, matchingPrecedence: 7 } };

const autoscaler = (removed: string, version: string, metric: Json): Removal => ({
  ids: `REMOVED-${removed}-HorizontalPodAutoscaler, DIFF-HPA-01`,
  removed,
  apiVersion: `autoscaling/${version}`,
  kind: 'HorizontalPodAutoscaler',
  resource: 'horizontalpodautoscalers',
  namespaced: true,
  replacement: 'autoscaling/v2',
  old: { spec: { scaleTargetRef: { kind: 'Deployment', name: 'a' }, maxReplicas: 3, metrics: [metric] } },
  now: {
    spec: {
      maxReplicas: 3,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
      ],
    },
  },
});

const flowcontrol = (removed: string, version: string, shares: string): Removal[] => {
  const ids = `REMOVED-${removed}-FlowSchema-PriorityLevelConfiguration`;
  const row = { ids, removed, apiVersion: `${FLOWCONTROL}/${version}`, replacement: `${FLOWCONTROL}/v1` };
  return [
    { ...row, ids: `${ids}, DIFF-FLOW-04`, kind: 'FlowSchema', resource: 'flowschemas', old: SCHEMA, now: SCHEMA },
    {
      ...row,
      ids: `${ids}, DIFF-FLOW-01`,
      kind: 'PriorityLevelConfiguration',
      resource: 'prioritylevelconfigurations',
      old: { spec: { ...LEVEL, limited: { ...LEVEL.limited, [shares]: 7 } } },
      now: { spec: { ...LEVEL, limited: { ...LEVEL.limited, nominalConcurrencyShares: 7, lendablePercent: 0 } } },
    },
  ];
};

const ofRelease = (removed: string, apiVersion: string, kind: string, more: Partial<Removal>): Removal => ({
  ids: `REMOVED-${removed}-${kind}`,
  removed,
  apiVersion,
  kind,
  resource: `${kind.toLowerCase()}s`,
  old: {},
  ...more,
});

const DEPLOYMENTS = 'REMOVED-1.16-Deployment-ReplicaSet';
const DAEMON_SETS = 'REMOVED-1.16-DaemonSet';
const STATEFUL_SETS = 'REMOVED-1.16-StatefulSet';
const ROLLBACK = { rollbackTo: { revision: 3 } };
const KEPT_ROLLBACK = { metadata: { annotations: { 'deprecated.deployment.rollback.to': '3' } } };
const NETWORKING = 'networking.k8s.io';
const STORAGE = 'storage.k8s.io';
const STORAGE_22 = 'REMOVED-1.22-Storage';
const POLICY = { podSelector: {}, egress: [{ to: [{ podSelector: {} }] }] };
const OLD_INGRESS = {
  backend: { serviceName: 'a', servicePort: 80 },
  rules: [{ host: 'a.example', http: { paths: [{ backend: { serviceName: 'b', servicePort: 'web' } }] } }],
};
const INGRESS = {
  defaultBackend: { service: { name: 'a', port: { number: 80 } } },
  rules: [
    {
      host: 'a.example',
      http: {
        paths: [{ pathType: 'ImplementationSpecific', backend: { service: { name: 'b', port: { name: 'web' } } } }],
      },
    },
  ],
};
const ENDPOINT = { addresses: ['10.0.0.1'], nodeName: 'n' };
const TOPOLOGY = { 'kubernetes.io/hostname': 'n', 'topology.kubernetes.io/zone': 'z', 'example.com/rack': 'r' };
const REVIEW = { spec: { user: 'a', resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } } };

const WEBHOOK = { name: 'check.example.com', clientConfig: { url: 'https://example.com/check' } };
const BOATS = { plural: 'boats', kind: 'Boat' };
const FORMER_SHARED = {
  validation: { openAPIV3Schema: { properties: { spec: { description: 'Of no type.' } } } },
  additionalPrinterColumns: [{ name: 'Crew', type: 'integer', JSONPath: '.spec.crew' }],
};
const LAX = { rule: 'RunAsAny' };
const POD_SECURITY_POLICY = { spec: { seLinux: LAX, runAsUser: LAX, supplementalGroups: LAX, fsGroup: LAX } };
const API_SERVICE = {
  group: 'remote.example.com',
  version: 'v1',
  groupPriorityMinimum: 100,
  versionPriority: 10,
  insecureSkipTLSVerify: true,
  service: { namespace: 'default', name: 'a' },
};

/** The table of what each release no longer serves. */
export const REMOVALS: readonly Removal[] = [
  of16('apps/v1beta2', 'Deployment', DEPLOYMENTS),
  of16('apps/v1beta1', 'Deployment', DEPLOYMENTS, {
    old: { spec: { template: TEMPLATE, ...ROLLBACK } },
    now: { ...KEPT_ROLLBACK, spec: { selector: { matchLabels: LABELS }, revisionHistoryLimit: 2 } },
  }),
  of16('extensions/v1beta1', 'Deployment', DEPLOYMENTS, {
    old: { spec: { template: TEMPLATE, ...ROLLBACK } },
    now: {
      metadata: { ...KEPT_ROLLBACK.metadata, labels: LABELS },
      spec: { revisionHistoryLimit: 2147483647, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } },
    },
  }),
  of16('apps/v1beta2', 'ReplicaSet', DEPLOYMENTS),
  of16('extensions/v1beta1', 'ReplicaSet', DEPLOYMENTS, { old: { spec: { template: TEMPLATE } } }),
  of16('apps/v1beta2', 'DaemonSet', DAEMON_SETS),
  of16('extensions/v1beta1', 'DaemonSet', DAEMON_SETS, {
    old: { spec: { template: TEMPLATE } },
    now: {
      metadata: { annotations: { 'deprecated.daemonset.template.generation': '1' } },
      spec: { updateStrategy: { type: 'OnDelete' } },
    },
  }),
  of16('apps/v1beta2', 'StatefulSet', STATEFUL_SETS, { old: { spec: { ...WORKLOAD.spec, serviceName: 'a' } } }),
  of16('apps/v1beta1', 'StatefulSet', STATEFUL_SETS, {
    old: { spec: { template: TEMPLATE, serviceName: 'a' } },
    now: { spec: { selector: { matchLabels: LABELS }, updateStrategy: { type: 'OnDelete' } } },
  }),
  of16('extensions/v1beta1', 'NetworkPolicy', 'REMOVED-1.16-NetworkPolicy', {
    resource: 'networkpolicies',
    replacement: 'networking.k8s.io/v1',
    old: { spec: POLICY },
    now: { spec: { ...POLICY, policyTypes: ['Ingress', 'Egress'] } },
  }),
  of16('extensions/v1beta1', 'PodSecurityPolicy', 'REMOVED-1.16-PodSecurityPolicy', {
    resource: 'podsecuritypolicies',
    namespaced: false,
    replacement: undefined,
    old: POD_SECURITY_POLICY,
  }),
  {
    ids: 'REMOVED-1.25-PodSecurityPolicy',
    removed: '1.25',
    apiVersion: 'policy/v1beta1',
    kind: 'PodSecurityPolicy',
    resource: 'podsecuritypolicies',
    old: POD_SECURITY_POLICY,
  },
  of22(RBAC, 'ClusterRole', 'REMOVED-1.22-RBAC', { old: { rules: RULES }, now: { rules: RULES } }),
  of22(RBAC, 'Role', 'REMOVED-1.22-RBAC', { namespaced: true, old: { rules: RULES }, now: { rules: RULES } }),
  of22(RBAC, 'ClusterRoleBinding', 'REMOVED-1.22-RBAC', {
    old: { roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'User', name: 'a' }] },
    now: { roleRef: { apiGroup: RBAC }, subjects: [{ apiGroup: RBAC, kind: 'User', name: 'a' }] },
  }),
  of22(RBAC, 'RoleBinding', 'REMOVED-1.22-RBAC', {
    namespaced: true,
    old: { roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: [{ kind: 'User', name: 'a' }] },
    now: { roleRef: { apiGroup: RBAC } },
  }),
  of22('scheduling.k8s.io', 'PriorityClass', 'REMOVED-1.22-PriorityClass', {
    resource: 'priorityclasses',
    old: { value: 7 },
    now: { value: 7 },
  }),
  of22('coordination.k8s.io', 'Lease', 'REMOVED-1.22-Lease', {
    namespaced: true,
    old: { spec: { holderIdentity: 'a' } },
    now: { spec: { holderIdentity: 'a' } },
  }),
  of22('authentication.k8s.io', 'TokenReview', 'REMOVED-1.22-TokenReview', {
    isReview: true,
    old: { spec: { token: 'x' } },
  }),
  of22('authorization.k8s.io', 'SubjectAccessReview', 'REMOVED-1.22-AccessReviews', {
    isReview: true,
    old: { spec: { ...REVIEW.spec, group: ['g'] } },
  }),
  of22('authorization.k8s.io', 'LocalSubjectAccessReview', 'REMOVED-1.22-AccessReviews', {
    isReview: true,
    namespaced: true,
    old: { metadata: { namespace: 'default' }, ...REVIEW },
  }),
  of22('authorization.k8s.io', 'SelfSubjectAccessReview', 'REMOVED-1.22-AccessReviews', {
    isReview: true,
    old: { spec: { resourceAttributes: REVIEW.spec.resourceAttributes } },
  }),
  of22('authorization.k8s.io', 'SelfSubjectRulesReview', 'REMOVED-1.22-AccessReviews', {
    isReview: true,
    resource: 'selfsubjectrulesreviews',
    old: { spec: { namespace: 'default' } },
  }),
  of22(NETWORKING, 'Ingress', 'REMOVED-1.22-Ingress', {
    resource: 'ingresses',
    namespaced: true,
    old: { spec: OLD_INGRESS },
    now: { spec: INGRESS },
  }),
  of22(NETWORKING, 'Ingress', 'REMOVED-1.22-Ingress, DIFF-ING-05', {
    apiVersion: 'extensions/v1beta1',
    resource: 'ingresses',
    namespaced: true,
    old: { spec: OLD_INGRESS },
    now: { spec: INGRESS },
  }),
  of22(NETWORKING, 'IngressClass', 'REMOVED-1.22-IngressClass', {
    resource: 'ingressclasses',
    old: { spec: { controller: 'example.com/a', parameters: { kind: 'A', name: 'a' } } },
    now: { spec: { controller: 'example.com/a', parameters: { kind: 'A', name: 'a', scope: 'Cluster' } } },
  }),
  of22(STORAGE, 'CSIDriver', STORAGE_22, {
    old: { spec: { attachRequired: false } },
    now: { spec: { attachRequired: false, podInfoOnMount: false, volumeLifecycleModes: ['Persistent'] } },
  }),
  of22(STORAGE, 'CSINode', STORAGE_22, {
    old: { spec: { drivers: [{ name: 'a.example', nodeID: 'a', topologyKeys: ['zone'] }] } },
    now: { spec: { drivers: [{ name: 'a.example', nodeID: 'a', topologyKeys: ['zone'] }] } },
  }),
  of22(STORAGE, 'StorageClass', STORAGE_22, {
    resource: 'storageclasses',
    old: { provisioner: 'a.example' },
    now: { provisioner: 'a.example', reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  }),
  of22(STORAGE, 'VolumeAttachment', STORAGE_22, {
    old: { spec: { attacher: 'a.example', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
    now: { spec: { attacher: 'a.example', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  }),
  ...['Mutating', 'Validating'].map((word) =>
    of22('admissionregistration.k8s.io', `${word}WebhookConfiguration`, 'REMOVED-1.22-WebhookConfigurations', {
      old: { webhooks: [WEBHOOK, { ...WEBHOOK, failurePolicy: 'Fail', sideEffects: 'Some' }] },
      now: {
        webhooks: [
          {
            ...WEBHOOK,
            failurePolicy: 'Ignore',
            matchPolicy: 'Exact',
            timeoutSeconds: 30,
            sideEffects: 'Unknown',
            admissionReviewVersions: ['v1beta1'],
          },
          { ...WEBHOOK, failurePolicy: 'Fail', sideEffects: 'Some' },
        ],
      },
    }),
  ),
  of22('apiextensions.k8s.io', 'CustomResourceDefinition', 'REMOVED-1.22-CustomResourceDefinition', {
    name: 'boats.old.example.com',
    old: { spec: { group: 'old.example.com', version: 'v1', names: BOATS, ...FORMER_SHARED } },
    now: {
      spec: {
        scope: 'Namespaced',
        preserveUnknownFields: true,
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: FORMER_SHARED.validation,
            additionalPrinterColumns: [{ name: 'Crew', type: 'integer', jsonPath: '.spec.crew' }],
          },
        ],
        conversion: { strategy: 'None' },
      },
      status: { storedVersions: ['v1'] },
    },
  }),
  of22('apiregistration.k8s.io', 'APIService', 'REMOVED-1.22-APIService', {
    name: 'v1.remote.example.com',
    old: { spec: API_SERVICE },
    now: { spec: { ...API_SERVICE, service: { ...API_SERVICE.service, port: 443 } } },
  }),
  {
    ids: 'REMOVED-1.25-CronJob',
    removed: '1.25',
    apiVersion: 'batch/v1beta1',
    kind: 'CronJob',
    resource: 'cronjobs',
    namespaced: true,
    replacement: 'batch/v1',
    old: { spec: { schedule: '@daily', jobTemplate: JOB } },
    now: { spec: { schedule: '@daily', suspend: false, successfulJobsHistoryLimit: 3 } },
  },
  of22('certificates.k8s.io', 'CertificateSigningRequest', 'REMOVED-1.22-CertificateSigningRequest', {
    old: { spec: { request: NODE_CLIENT_REQUEST, usages: ['digital signature', 'client auth'] } },
    now: { spec: { signerName: 'kubernetes.io/kube-apiserver-client-kubelet', username: 'admin' } },
  }),
  {
    ids: 'REMOVED-1.25-Event',
    removed: '1.25',
    apiVersion: 'events.k8s.io/v1beta1',
    kind: 'Event',
    resource: 'events',
    namespaced: true,
    replacement: 'events.k8s.io/v1',
    old: {
      eventTime: '2024-01-01T00:00:00.000000Z',
      reportingController: 'example.com/a',
      reportingInstance: 'a',
      action: 'Try',
      reason: 'Tried',
      type: 'Normal',
      note: 'tried it',
      regarding: { kind: 'Pod', namespace: 'default', name: 'a' },
    },
    now: { note: 'tried it', regarding: { kind: 'Pod', name: 'a' }, reportingController: 'example.com/a' },
  },
  autoscaler('1.25', 'v2beta1', { type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 60 } }),
  autoscaler('1.26', 'v2beta2', {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } },
  }),
  ...flowcontrol('1.26', 'v1beta1', 'assuredConcurrencyShares'),
  ...flowcontrol('1.29', 'v1beta2', 'assuredConcurrencyShares'),
  ...flowcontrol('1.32', 'v1beta3', 'nominalConcurrencyShares'),
  ofRelease('1.25', 'discovery.k8s.io/v1beta1', 'EndpointSlice', {
    ids: 'REMOVED-1.25-EndpointSlice',
    namespaced: true,
    replacement: 'discovery.k8s.io/v1',
    old: { addressType: 'IPv4', endpoints: [{ ...ENDPOINT, topology: TOPOLOGY }], ports: [{ port: 80 }] },
    now: {
      endpoints: [{ ...ENDPOINT, zone: 'z', deprecatedTopology: { 'example.com/rack': 'r' } }],
      ports: [{ port: 80, name: '', protocol: 'TCP' }],
    },
  }),
  ofRelease('1.25', 'policy/v1beta1', 'PodDisruptionBudget', {
    ids: 'REMOVED-1.25-PodDisruptionBudget, DIFF-PDB-02',
    namespaced: true,
    replacement: 'policy/v1',
    old: { spec: { minAvailable: 1, selector: {} } },
    now: {
      spec: {
        minAvailable: 1,
        selector: {
          matchExpressions: [{ key: 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match', operator: 'Exists' }],
        },
      },
    },
  }),
  ofRelease('1.25', 'node.k8s.io/v1beta1', 'RuntimeClass', {
    resource: 'runtimeclasses',
    replacement: 'node.k8s.io/v1',
    old: { handler: 'a', overhead: { podFixed: { cpu: '1' } } },
    now: { handler: 'a', overhead: { podFixed: { cpu: '1' } } },
  }),
  ofRelease('1.27', `${STORAGE}/v1beta1`, 'CSIStorageCapacity', {
    resource: 'csistoragecapacities',
    namespaced: true,
    replacement: `${STORAGE}/v1`,
    old: { storageClassName: 'a', capacity: '1Gi' },
    now: { storageClassName: 'a', capacity: '1Gi' },
  }),
];
