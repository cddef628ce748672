import {
  duplicate,
  forbidden,
  invalid,
  notFoundField,
  notSupported,
  Quantity,
  required,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import type { ContainerResizePolicy, ResourceClaim, ResourceRequirements } from '../container.v1.js';
import { checkLabel } from './checks.js';
import { isHugePages, isOvercommitAllowed } from '../../resource-name/resource-name.js';
import { validateContainerResourceName, validateResourceAmount } from '../../resource-name/resource-name.validation.js';

type Amount = string | number;

/** Checks what a container asks for; `claimNames` are the resource claims of its pod. */
export function validateResourceRequirements(
  resources: ResourceRequirements | undefined,
  path: FieldPath,
  claimNames: readonly string[] = [],
): FieldError[] {
  const limits = resources?.limits ?? {};
  const requests = resources?.requests ?? {};
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const errors = [
    ...sortedEntries(limits).flatMap(([name, amount]) => amountErrors(name, amount, path.child('limits').key(name))),
    ...sortedEntries(requests).flatMap(([name, amount]) => [
      ...validateContainerResourceName(name, path.child('requests').key(name)),
      ...validateResourceAmount(name, amount, path.child('requests').key(name)),
      ...requestLimitErrors(name, amount, limits[name], path),
      ...hugePageErrors(name, amount, path.child('requests').key(name)),
    ]),
  ];
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    errors.push(forbidden(path, 'HugePages require cpu or memory'));
  }
  return [...errors, ...validateClaims(resources?.claims, claimNames, path.child('claims'))];
}

function amountErrors(name: string, amount: Amount, path: FieldPath): FieldError[] {
  return [
    ...validateContainerResourceName(name, path),
    ...validateResourceAmount(name, amount, path),
    ...hugePageErrors(name, amount, path),
  ];
}

function requestLimitErrors(name: string, request: Amount, limit: Amount | undefined, path: FieldPath): FieldError[] {
  const hasToBeEqual = !isOvercommitAllowed(name);
  if (limit === undefined) {
    return hasToBeEqual ? [required(path.child('limits'), 'Limit must be set for non overcommitable resources')] : [];
  }
  const order = Quantity.fromJson(request).compare(Quantity.fromJson(limit));
  if (order === 0 || (order < 0 && !hasToBeEqual)) return [];
  const relation = hasToBeEqual ? 'equal to' : 'less than or equal to';
  return [invalid(path.child('requests'), String(request), `must be ${relation} ${name} limit of ${limit}`)];
}

function hugePageErrors(name: string, amount: Amount, path: FieldPath): FieldError[] {
  if (!isHugePages(name)) return [];
  const size = pageSizeOf(name);
  const value = Quantity.fromJson(amount).value();
  if (size === undefined || (size > 0n && value % size === 0n)) return [];
  return [invalid(path, String(amount), `${amount} is not positive integer multiple of ${name}`)];
}

function pageSizeOf(name: string): bigint | undefined {
  try {
    return Quantity.parse(name.slice('hugepages-'.length)).value();
  } catch {
    return undefined;
  }
}

function validateClaims(
  claims: readonly ResourceClaim[] | undefined,
  claimNames: readonly string[],
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return (claims ?? []).flatMap((claim, i) => {
    const place = path.index(i);
    if (!claim.name) return [required(place)];
    const key = claim.request ? `${claim.name}/${claim.request}` : claim.name;
    const errors = claim.request ? checkLabel(claim.request, place.child('request')) : [];
    const isRepeated = seen.has(key) || seen.has(claim.name);
    if (isRepeated) errors.push(duplicate(place, key));
    seen.add(key);
    if (!claimNames.includes(claim.name)) errors.push(unknownClaim(claim.name, claimNames, place));
    return errors;
  });
}

function unknownClaim(name: string, known: readonly string[], path: FieldPath): FieldError {
  const error = notFoundField(path, name);
  const list = known.length === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
  return { ...error, message: `${error.message}: must be one of the names in pod.spec.resourceClaims${list}` };
}

/** Checks how a container takes changes of its resources. */
export function validateResizePolicy(
  policies: readonly ContainerResizePolicy[] | undefined,
  podRestartPolicy: string | undefined,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return (policies ?? []).flatMap(({ resourceName, restartPolicy }, i) => {
    const errors: FieldError[] = [];
    if (seen.has(resourceName)) errors.push(duplicate(path.index(i), resourceName));
    seen.add(resourceName);
    errors.push(...oneOfOrMissing(resourceName, path, ['cpu', 'memory']));
    errors.push(...oneOfOrMissing(restartPolicy, path, ['NotRequired', 'RestartContainer']));
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(path, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
    }
    return errors;
  });
}

function oneOfOrMissing(value: string, path: FieldPath, supported: readonly string[]): FieldError[] {
  if (value === '') return [required(path)];
  return supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

function sortedEntries(amounts: Readonly<Record<string, Amount>>): [string, Amount][] {
  return Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1));
}
