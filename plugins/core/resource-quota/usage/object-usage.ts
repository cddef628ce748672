import { Quantity } from '../../../../src/plugin-api/index.js';
import { type GroupResource } from '../../../../src/plugin-api/built-in.js';
import type { PersistentVolumeClaim } from '../../persistent-volume-claim/persistent-volume-claim.v1.js';
import type { Service } from '../../service/service.v1.js';
import { type Amounts, ONE } from './amounts.js';

const CLASS_MARK = '.storageclass.storage.k8s.io/';
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';
const STORAGE = 'requests.storage';
const CLAIMS = 'persistentvolumeclaims';
const SERVICES = new Set(['count/services', 'services', 'services.nodeports', 'services.loadbalancers']);
const CLAIM_RESOURCES = new Set([`count/${CLAIMS}`, CLAIMS, STORAGE]);
/** Kinds that quotas could count before they could count all; their names stand for their own counts. */
const COUNTED_BY_NAME = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']);

/** Reports whether a quota of a resource counts services. */
export function isServiceResource(name: string): boolean {
  return SERVICES.has(name);
}

/** Reports whether a quota of a resource counts claims, those of a storage class included. */
export function isClaimResource(name: string): boolean {
  return CLAIM_RESOURCES.has(name) || name.endsWith(CLASS_MARK + STORAGE) || name.endsWith(CLASS_MARK + CLAIMS);
}

/** Returns the names under which quotas count the objects of a kind. */
export function countNamesOf({ group, resource }: GroupResource): string[] {
  const count = `count/${resource}${group === '' ? '' : `.${group}`}`;
  return group === '' && COUNTED_BY_NAME.has(resource) ? [count, resource] : [count];
}

/** Returns the usage of a service. */
export function usageOfService({ spec }: Service): Amounts {
  return new Map([
    ['count/services', ONE],
    ['services', ONE],
    ['services.nodeports', Quantity.ofInteger(nodePortsOf(spec))],
    ['services.loadbalancers', Quantity.ofInteger(spec?.type === 'LoadBalancer' ? 1 : 0)],
  ]);
}

function nodePortsOf(spec: Service['spec']): number {
  const ports = spec?.ports ?? [];
  if (spec?.type === 'NodePort') return ports.length;
  if (spec?.type !== 'LoadBalancer') return 0;
  if (spec.allocateLoadBalancerNodePorts !== false) return ports.length;
  return ports.filter(({ nodePort }) => (nodePort ?? 0) !== 0).length;
}

/** Returns the usage of a claim, in total and by its storage class. */
export function usageOfClaim(claim: PersistentVolumeClaim): Amounts {
  const className = claim.metadata.annotations?.[CLASS_ANNOTATION] || claim.spec?.storageClassName;
  const usage = new Map([
    [`count/${CLAIMS}`, ONE],
    [CLAIMS, ONE],
  ]);
  if (className) usage.set(className + CLASS_MARK + CLAIMS, ONE);
  const storage = storageOf(claim);
  if (!storage) return usage;
  usage.set(STORAGE, storage);
  if (className) usage.set(className + CLASS_MARK + STORAGE, storage);
  return usage;
}

/** Returns the requested storage, or the allocated storage if that is more. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const requested = spec?.resources?.requests?.storage;
  if (requested === undefined) return undefined;
  const request = Quantity.fromJson(requested);
  const promised = Quantity.fromJson(status?.allocatedResources?.storage ?? 0);
  return promised.compare(request) > 0 ? promised : request;
}
