import { SELF_SIGNED_CA } from './self-signed-ca.js';
import type { Json } from './test-client.js';

const LABELS = { app: 'x' };
const CONTAINERS = [{ name: 'c', image: 'example.com/c:1' }];
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: CONTAINERS } };
const WORKLOAD = { spec: { selector: { matchLabels: LABELS }, template: TEMPLATE } };
const STORAGE = { storage: '1Gi' };
const JOB = { template: { spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } } };
const QUESTION = { resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } };

/** A request for a certificate, in PEM. */
const REQUEST = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIHrMIGSAgEAMDAxFTATBgNVBAoMDHN5c3RlbTpub2RlczEXMBUGA1UEAwwOc3lz',
  'dGVtOm5vZGU6bjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQoQtgciTxmnK93',
  'sI28xtzsDlL05HTE4K7Ht2x4lkOWQ/ywCod6iAffIDaVdI5cxgSzMIYBH/kn4TQ/',
  'ZP5HfzZnoAAwCgYIKoZIzj0EAwIDSAAwRQIhALvRPjezr4AcPpaTfX05JbbHeWdO',
  'YkfWRBXWj7FWtNkhAiARWsYDYL6bdusSqvVNAda53+Tp/hG1XqA6PaWcv+t+Rg==',
  '-----END CERTIFICATE REQUEST-----',
  '',
].join('\n');

const RULE = { operations: ['*'], apiGroups: ['fruit.example.com'], apiVersions: ['*'], resources: ['*'] };
const SCHEMA = { openAPIV3Schema: { type: 'object' } };

/**
 * The required members of objects besides a name, by resource, with its version where that matters; others need none.
 */
const MEMBERS: Readonly<Record<string, Json>> = {
  bindings: { metadata: { name: 'unbound' }, target: { kind: 'Node', name: 'n' } },
  'pods/binding': { target: { kind: 'Node', name: 'n' } },
  'serviceaccounts/token': { spec: { audiences: ['a'], expirationSeconds: 3600 } },
  events: { involvedObject: { namespace: 'default' } },
  'events.k8s.io/v1 events': {
    eventTime: '2024-01-02T03:04:05.000006Z',
    reportingController: 'example.com/c',
    reportingInstance: 'c-1',
    action: 'Act',
    reason: 'Acted',
    type: 'Normal',
    regarding: { namespace: 'default' },
  },
  limitranges: { spec: { limits: [] } },
  persistentvolumeclaims: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: STORAGE } } },
  persistentvolumes: { spec: { accessModes: ['ReadWriteOnce'], capacity: STORAGE, hostPath: { path: '/x' } } },
  pods: { spec: { containers: CONTAINERS } },
  podtemplates: { template: TEMPLATE },
  replicationcontrollers: { spec: { selector: LABELS, template: TEMPLATE } },
  services: { spec: { ports: [{ port: 80 }] } },
  controllerrevisions: { revision: 1, data: {} },
  daemonsets: WORKLOAD,
  deployments: WORKLOAD,
  replicasets: WORKLOAD,
  statefulsets: { spec: { ...WORKLOAD.spec, serviceName: 's' } },
  cronjobs: { spec: { schedule: '* * * * *', jobTemplate: { spec: JOB } } },
  jobs: { spec: JOB },
  horizontalpodautoscalers: { spec: { scaleTargetRef: { kind: 'Deployment', name: 'd' }, maxReplicas: 3 } },
  endpointslices: { addressType: 'IPv4', endpoints: [] },
  ingresses: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
  ingressclasses: { spec: { controller: 'example.com/c' } },
  runtimeclasses: { handler: 'h' },
  csidrivers: { spec: {} },
  csinodes: { spec: { drivers: [] } },
  csistoragecapacities: { storageClassName: 's' },
  storageclasses: { provisioner: 'example.com/p' },
  volumeattachments: { spec: { attacher: 'd', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
  certificatesigningrequests: {
    spec: { request: Buffer.from(REQUEST).toString('base64'), signerName: 'example.com/s', usages: ['client auth'] },
  },
  flowschemas: { spec: { priorityLevelConfiguration: { name: 'exempt' } } },
  prioritylevelconfigurations: { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
  apiservices: { spec: { group: 'x.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 10 } },
  customresourcedefinitions: {
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema: SCHEMA }],
    },
  },
  validatingadmissionpolicies: {
    spec: { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: 'true' }] },
  },
  validatingadmissionpolicybindings: { spec: { policyName: 'p', validationActions: ['Deny'] } },
  mutatingadmissionpolicies: {
    spec: {
      matchConstraints: { resourceRules: [{ ...RULE, operations: ['CREATE'] }] },
      reinvocationPolicy: 'Never',
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
    },
  },
  mutatingadmissionpolicybindings: { spec: { policyName: 'p' } },
  clustertrustbundles: { spec: { trustBundle: SELF_SIGNED_CA } },
  leasecandidates: {
    spec: { leaseName: 'l', binaryVersion: '1.32.0', emulationVersion: '1.32.0', strategy: 'OldestEmulationVersion' },
  },
  ipaddresses: { spec: { parentRef: { resource: 'services', namespace: 'default', name: 's' } } },
  servicecidrs: { spec: { cidrs: ['10.88.0.0/24'] } },
  deviceclasses: { spec: {} },
  resourceclaims: { spec: {} },
  resourceclaimtemplates: { spec: { spec: {} } },
  resourceslices: {
    spec: { driver: 'd.example.com', nodeName: 'n', pool: { name: 'p', generation: 1, resourceSliceCount: 1 } },
  },
  storageversions: { spec: {} },
  storageversionmigrations: { spec: { resource: { version: 'v1', resource: 'pods' } } },
  volumeattributesclasses: { driverName: 'd.example.com', parameters: { a: 'b' } },
  tokenreviews: { spec: { token: 't' } },
  localsubjectaccessreviews: { spec: { user: 'u', ...QUESTION } },
  selfsubjectaccessreviews: { spec: QUESTION },
  subjectaccessreviews: { spec: { user: 'u', ...QUESTION } },
  selfsubjectrulesreviews: { spec: { namespace: 'default' } },
  rolebindings: { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' } },
  clusterrolebindings: { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' } },
};

/** Objects whose names follow from what they are. */
const NAMES: Readonly<Record<string, string>> = {
  apiservices: 'v1.x.example.com',
  ipaddresses: '10.88.0.9',
  storageversions: 'x.example.com',
  customresourcedefinitions: 'things.example.com',
};

/** A name that objects of a resource can have. */
export function plausibleName(resource: string): string {
  return NAMES[resource] ?? 'x';
}

/** Reviews, which take no name. */
const NAMELESS = /reviews$/;

/** An object of a resource that a server accepts. */
export function plausibleObject(resource: string, apiVersion: string, kind: string, name: string): Json {
  const metadata = NAMELESS.test(resource) ? {} : { name };
  return { apiVersion, kind, metadata, ...(MEMBERS[`${apiVersion} ${resource}`] ?? MEMBERS[resource]) };
}
