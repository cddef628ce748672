import {
  invalid,
  notSupported,
  Quantity,
  required,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import { canonicalQuantity } from '../../../../src/plugin-api/built-in.js';
import type { ObjectFieldSelector, ResourceFieldSelector } from '../../volume/file-sources.v1.js';
import { checkQualifiedName } from './checks.js';

/** Fields of a pod that an environment variable can show. */
export const ENV_FIELD_PATHS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** Fields of a pod that a file can show. */
export const FILE_FIELD_PATHS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

const KNOWN_FIELD_PATHS = new Set([
  ...ENV_FIELD_PATHS,
  ...FILE_FIELD_PATHS,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);

const RESOURCES: readonly string[] = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const HUGE_PAGES = /^(limits|requests)\.hugepages-/;
const BYTE_DIVISORS = '1 1k 1M 1G 1T 1P 1E 1Ki 1Mi 1Gi 1Ti 1Pi 1Ei'.split(' ');

/** Checks a reference to a field of the pod; `allowed` are the paths without subscript. */
export function validateFieldSelector(
  selector: ObjectFieldSelector,
  allowed: readonly string[],
  path: FieldPath,
): FieldError[] {
  if (!selector.apiVersion) return [required(path.child('apiVersion'))];
  if (!selector.fieldPath) return [required(path.child('fieldPath'))];
  const { field, subscript } = splitSubscript(selector.fieldPath);
  const fault = conversionFault(selector, field, subscript);
  if (fault) return [invalid(path.child('fieldPath'), selector.fieldPath, `error converting fieldPath: ${fault}`)];
  if (subscript !== undefined) {
    const key = field === 'metadata.annotations' ? subscript.toLowerCase() : subscript;
    return checkQualifiedName(key, path);
  }
  const internal = field === 'spec.host' ? 'spec.nodeName' : field;
  return allowed.includes(internal) ? [] : [notSupported(path.child('fieldPath'), internal, allowed)];
}

function splitSubscript(text: string): { field: string; subscript?: string } {
  const start = text.indexOf("['");
  if (start <= 0 || !text.endsWith("']") || text.length < start + 4) return { field: text };
  return { field: text.slice(0, start), subscript: text.slice(start + 2, -2) };
}

function conversionFault(selector: ObjectFieldSelector, field: string, subscript?: string): string | undefined {
  if (selector.apiVersion !== 'v1') return `unsupported pod version: ${selector.apiVersion}`;
  if (subscript === undefined) {
    const isKnown = KNOWN_FIELD_PATHS.has(field) || field === 'spec.host';
    return isKnown ? undefined : `field label not supported: ${field}`;
  }
  const hasKeys = field === 'metadata.annotations' || field === 'metadata.labels';
  return hasKeys ? undefined : `field label does not support subscript: ${selector.fieldPath}`;
}

/** Checks a reference to a container's resources; files have to name the container. */
export function validateResourceSelector(
  selector: ResourceFieldSelector,
  path: FieldPath,
  options: { needsContainer: boolean },
): FieldError[] {
  const { resource } = selector;
  return [
    ...(options.needsContainer && !selector.containerName
      ? [required(path.child('containerName'))]
      : resourceErrors(resource, path.child('resource'))),
    ...divisorErrors(resource, selector.divisor ?? '0', path.child('divisor')),
  ];
}

function resourceErrors(resource: string, path: FieldPath): FieldError[] {
  if (!resource) return [required(path)];
  return RESOURCES.includes(resource) || HUGE_PAGES.test(resource) ? [] : [notSupported(path, resource, RESOURCES)];
}

function divisorErrors(resource: string, divisor: string | number, path: FieldPath): FieldError[] {
  if (Quantity.fromJson(divisor).isZero) return [];
  const text = canonicalQuantity(divisor);
  const about = subjectOf(resource);
  if (about === undefined) return [];
  if (about === 'cpu') {
    if (text === '1m' || text === '1') return [];
    return [invalid(path, resource, "only divisor's values 1m and 1 are supported with the cpu resource")];
  }
  if (BYTE_DIVISORS.includes(text)) return [];
  const list = BYTE_DIVISORS.join(', ');
  return [invalid(path, resource, `only divisor's values ${list} are supported with the ${about} resource`)];
}

function subjectOf(resource: string): string | undefined {
  if (HUGE_PAGES.test(resource)) return 'hugepages';
  switch (resource.replace(/^(limits|requests)\./, '')) {
    case 'cpu':
      return 'cpu';
    case 'memory':
      return 'memory';
    case 'ephemeral-storage':
      return 'local ephemeral storage';
    default:
      return undefined;
  }
}
