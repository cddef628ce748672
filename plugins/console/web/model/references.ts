import { podSpecOf } from './containers.js';
import { listAt, textAt, valueAt } from './value-at.js';

/** An object that another one names. */
export interface NamedObject {
  readonly group: string;
  /** The plural of the resource; empty where only the kind is known. */
  readonly resource: string;
  readonly kind: string;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  readonly name: string;
  /** The relation, as a verb: `mounts`. */
  readonly relation: string;
}

/** An object as far as it is read: its group and resource with its content. */
export interface ReadObject {
  readonly group: string;
  readonly resource: string;
  readonly object: unknown;
}

interface Target {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  /** True for objects of the cluster. */
  readonly isOfCluster?: boolean;
}

const CONFIG_MAP: Target = { group: '', resource: 'configmaps', kind: 'ConfigMap' };
const SECRET: Target = { group: '', resource: 'secrets', kind: 'Secret' };
const CLAIM: Target = { group: '', resource: 'persistentvolumeclaims', kind: 'PersistentVolumeClaim' };
const ACCOUNT: Target = { group: '', resource: 'serviceaccounts', kind: 'ServiceAccount' };
const SERVICE: Target = { group: '', resource: 'services', kind: 'Service' };
const NODE: Target = { group: '', resource: 'nodes', kind: 'Node', isOfCluster: true };
const VOLUME: Target = { group: '', resource: 'persistentvolumes', kind: 'PersistentVolume', isOfCluster: true };
const CLASS: Target = { group: 'storage.k8s.io', resource: 'storageclasses', kind: 'StorageClass', isOfCluster: true };
const PRIORITY: Target = {
  ...{ group: 'scheduling.k8s.io', resource: 'priorityclasses', kind: 'PriorityClass', isOfCluster: true },
};
const INGRESS_CLASS: Target = {
  ...{ group: 'networking.k8s.io', resource: 'ingressclasses', kind: 'IngressClass', isOfCluster: true },
};

type Found = readonly [target: Target, name: string, relation: string];

/** Returns the objects that an object names in its fields, each once. */
export function referencesOf({ group, resource, object }: ReadObject): NamedObject[] {
  const namespace = textAt(object, 'metadata', 'namespace');
  const found = [...ofPodSpec(podSpecOf(object)), ...(BY_RESOURCE[`${resource}.${group}`]?.(object) ?? [])];
  const simple = found.map(([target, name, relation]) => ({
    ...{ group: target.group, resource: target.resource, kind: target.kind, name, relation },
    namespace: target.isOfCluster ? '' : namespace,
  }));
  const all = [...simple, ...(WITH_NAMESPACE[`${resource}.${group}`]?.(object, namespace) ?? [])];
  const known = new Map(all.filter(({ name }) => name !== '').map((each) => [keyOf(each), each]));
  return [...known.values()];
}

/** Returns the key of a named object: kind, namespace and name. */
export function keyOf({ group, kind, namespace, name }: Pick<NamedObject, 'group' | 'kind' | 'namespace' | 'name'>) {
  return JSON.stringify([group, kind, namespace, name]);
}

function ofPodSpec(spec: unknown): Found[] {
  if (spec === undefined) return [];
  const containers = ['initContainers', 'containers'].flatMap((list) => listAt(spec, list));
  return [
    ...listAt(spec, 'volumes').flatMap(ofVolume),
    ...containers.flatMap((container) => listAt(container, 'envFrom')).flatMap(ofEnvironment),
    ...containers.flatMap((container) => listAt(container, 'env')).flatMap(ofVariable),
    ...listAt(spec, 'imagePullSecrets').map((each): Found => [SECRET, textAt(each, 'name'), 'pulls images with']),
    [ACCOUNT, textAt(spec, 'serviceAccountName'), 'runs as'],
    [NODE, textAt(spec, 'nodeName'), 'runs on'],
    [PRIORITY, textAt(spec, 'priorityClassName'), 'has the priority of'],
  ];
}

function ofVolume(volume: unknown): Found[] {
  const sources = [volume, ...listAt(volume, 'projected', 'sources')];
  return sources.flatMap((source): Found[] => [
    [CONFIG_MAP, textAt(source, 'configMap', 'name'), 'mounts'],
    [SECRET, textAt(source, 'secret', 'secretName') || textAt(source, 'secret', 'name'), 'mounts'],
    [CLAIM, textAt(source, 'persistentVolumeClaim', 'claimName'), 'mounts'],
  ]);
}

function ofEnvironment(source: unknown): Found[] {
  return [
    [CONFIG_MAP, textAt(source, 'configMapRef', 'name'), 'reads variables of'],
    [SECRET, textAt(source, 'secretRef', 'name'), 'reads variables of'],
  ];
}

function ofVariable(variable: unknown): Found[] {
  return [
    [CONFIG_MAP, textAt(variable, 'valueFrom', 'configMapKeyRef', 'name'), 'reads variables of'],
    [SECRET, textAt(variable, 'valueFrom', 'secretKeyRef', 'name'), 'reads variables of'],
  ];
}

/** The fields of kinds that name objects in the same namespace, or of the cluster. */
const BY_RESOURCE: Readonly<Record<string, (object: unknown) => Found[]>> = {
  'statefulsets.apps': (object) => [[SERVICE, textAt(object, 'spec', 'serviceName'), 'is named by']],
  'persistentvolumeclaims.': (object) => [
    [VOLUME, textAt(object, 'spec', 'volumeName'), 'is bound to'],
    [CLASS, textAt(object, 'spec', 'storageClassName'), 'is provisioned by'],
  ],
  'persistentvolumes.': (object) => [[CLASS, textAt(object, 'spec', 'storageClassName'), 'is provisioned by']],
  'serviceaccounts.': (object) => listAt(object, 'secrets').map((each) => [SECRET, textAt(each, 'name'), 'may mount']),
  'endpointslices.discovery.k8s.io': (object) => [
    [SERVICE, textAt(object, 'metadata', 'labels', 'kubernetes.io/service-name'), 'has endpoints of'],
  ],
  'ingresses.networking.k8s.io': (object) => [
    ...ingressServices(object).map((name): Found => [SERVICE, name, 'routes to']),
    ...listAt(object, 'spec', 'tls').map((each): Found => [
      SECRET,
      textAt(each, 'secretName'),
      'serves the certificate of',
    ]),
    [INGRESS_CLASS, textAt(object, 'spec', 'ingressClassName'), 'is of the class'],
  ],
};

function ingressServices(object: unknown): string[] {
  const paths = listAt(object, 'spec', 'rules').flatMap((rule) => listAt(rule, 'http', 'paths'));
  const backends = [valueAt(object, 'spec', 'defaultBackend'), ...paths.map((path) => valueAt(path, 'backend'))];
  return backends.map((backend) => textAt(backend, 'service', 'name'));
}

/** The fields of kinds that name a kind, or a namespace, too. */
const WITH_NAMESPACE: Readonly<Record<string, (object: unknown, namespace: string) => NamedObject[]>> = {
  'horizontalpodautoscalers.autoscaling': (object, namespace) => [
    ofKind(valueAt(object, 'spec', 'scaleTargetRef'), namespace, 'scales'),
  ],
  'persistentvolumes.': (object) => [
    {
      ...{ ...CLAIM, relation: 'is bound to', name: textAt(object, 'spec', 'claimRef', 'name') },
      namespace: textAt(object, 'spec', 'claimRef', 'namespace'),
    },
  ],
  'rolebindings.rbac.authorization.k8s.io': ofBinding,
  'clusterrolebindings.rbac.authorization.k8s.io': ofBinding,
  'endpointslices.discovery.k8s.io': (object, namespace) =>
    listAt(object, 'endpoints').map((each) => ofKind(valueAt(each, 'targetRef'), namespace, 'leads to')),
  'events.': (object, namespace) => [ofKind(valueAt(object, 'involvedObject'), namespace, 'is about')],
};

function ofBinding(object: unknown, namespace: string): NamedObject[] {
  const role = valueAt(object, 'roleRef');
  const kind = textAt(role, 'kind');
  const group = 'rbac.authorization.k8s.io';
  const accounts = listAt(object, 'subjects').filter((each) => textAt(each, 'kind') === 'ServiceAccount');
  return [
    {
      ...{ group, kind, name: textAt(role, 'name'), relation: 'grants' },
      resource: kind === 'Role' ? 'roles' : 'clusterroles',
      namespace: kind === 'Role' ? namespace : '',
    },
    ...accounts.map((each) => ({
      ...{ ...ACCOUNT, relation: 'grants to', name: textAt(each, 'name') },
      namespace: textAt(each, 'namespace') || namespace,
    })),
  ];
}

/** Creates a reference of one that has a kind and a version. */
function ofKind(reference: unknown, namespace: string, relation: string): NamedObject {
  const [group, version] = textAt(reference, 'apiVersion').split('/');
  return {
    ...{ resource: '', kind: textAt(reference, 'kind'), name: textAt(reference, 'name'), relation },
    group: version === undefined ? '' : group,
    namespace: textAt(reference, 'namespace') || namespace,
  };
}
