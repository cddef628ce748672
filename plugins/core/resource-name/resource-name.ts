import { isQualifiedName } from '../../../src/plugin-api/index.js';

const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const COUNTED = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const QUOTA = new Set([
  ...COMPUTE,
  ...COMPUTE.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  'requests.storage',
  ...COUNTED,
]);
const STANDARD = new Set([...QUOTA, 'storage']);
const WHOLE = new Set(COUNTED);

/** Reports whether a name without a domain is one of a resource the system knows. */
export function isStandardResource(name: string): boolean {
  return STANDARD.has(name) || isQuotaHugePages(name);
}

/** Reports whether a name is one that quotas know. */
export function isStandardQuotaResource(name: string): boolean {
  return QUOTA.has(name) || isQuotaHugePages(name);
}

/** Reports whether a name is one that containers may ask for without a domain. */
export function isStandardContainerResource(name: string): boolean {
  return COMPUTE.includes(name) || isHugePages(name);
}

/** Reports whether a resource stands for memory pages of one size. */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-');
}

/** Reports whether a resource belongs to the system: no domain, or the system's own. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Reports whether a resource is one that nodes advertise under their own domain. */
export function isExtendedResource(name: string): boolean {
  return !isNativeResource(name) && !name.startsWith('requests.') && isQualifiedName(`requests.${name}`).length === 0;
}

/** Reports whether amounts of a resource are whole numbers. */
export function isWholeResource(name: string): boolean {
  return WHOLE.has(name) || isExtendedResource(name);
}

/** Reports whether more of a resource may be promised than there is. */
export function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

function isQuotaHugePages(name: string): boolean {
  return isHugePages(name) || name.startsWith('requests.hugepages-');
}

/** The resources that a pod as a whole can ask for; a dash stands for pages of any size. */
export const POD_RESOURCES: readonly string[] = ['cpu', 'hugepages-', 'memory'];

/** Reports whether a pod as a whole can ask for a resource. */
export function isPodResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}
